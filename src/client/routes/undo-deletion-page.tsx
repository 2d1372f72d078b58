import { useSearch } from '@tanstack/react-router';
import { UndoDeletion } from '../features/profile/undo-deletion.tsx';
import { Page, PageHeader } from '../ui/page.tsx';

export function UndoDeletionPage() {
  const { token } = useSearch({ from: '/undo-deletion' });
  return (
    <Page width="narrow">
      <PageHeader title="Keep your account" />
      <UndoDeletion token={token} />
    </Page>
  );
}
