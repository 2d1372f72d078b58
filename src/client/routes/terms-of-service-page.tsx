import { TermsOfService } from '../features/public/legal/terms-of-service.tsx';
import { Page } from '../ui/page.tsx';

export function TermsOfServicePage() {
  return (
    <Page>
      <TermsOfService />
    </Page>
  );
}
