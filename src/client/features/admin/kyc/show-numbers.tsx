import type { AdminKycApplication } from '../../../../shared/kyc/kyc.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { showFailure } from '../../../ui/toast.tsx';

type Numbered = Pick<AdminKycApplication, 'id' | 'documentNumber1' | 'documentNumber2' | 'documentsErasedAt'>;

/**
 * The document numbers of an application: masked until the admin asks for them, unless the server sent them in full
 * because of a recent authentication.
 */
export function useDocumentNumbers({ id, documentNumber1, documentNumber2, documentsErasedAt }: Numbered) {
  const shown = trpc.admin.kyc.documentNumbers.useQuery({ id }, { enabled: false });
  const numbers = shown.data ?? { documentNumber1, documentNumber2 };
  const isMasked = `${numbers.documentNumber1} ${numbers.documentNumber2}`.includes('••••');
  return { ...numbers, canShow: isMasked && !shown.data && documentsErasedAt === null, shown };
}

/** Shows both numbers in full. This is audited like opening a document. */
export function ShowNumbers({ application, name }: { application: Numbered; name: string }) {
  const { canShow, shown } = useDocumentNumbers(application);
  if (!canShow) return null;

  async function show() {
    try {
      await shown.refetch({ throwOnError: true });
    } catch (error) {
      showFailure('The numbers cannot be shown')(error);
    }
  }

  return (
    <Button
      variant="quiet"
      size="small"
      className="-ml-3"
      busy={shown.isFetching}
      busyLabel="Showing..."
      aria-label={`Show the document numbers of ${name}`}
      onClick={() => void show()}
    >
      Show
    </Button>
  );
}
