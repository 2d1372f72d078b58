import type { ErrorText } from '../../lib/error-text.ts';
import { timing } from '../../lib/timing.ts';
import { type DocumentUpload, useDocumentUpload } from '../../lib/use-document-upload.ts';
import { trpc } from '../../trpc.ts';
import { showToast } from '../../ui/toast.tsx';

/** Uploads one side of a document and reports the outcome. */
export function useSideUpload(side: 'Front' | 'Back'): DocumentUpload {
  const { client } = trpc.useUtils();
  return useDocumentUpload({
    purpose: 'kyc',
    requestUpload: client.kyc.requestUpload.mutate,
    secureDocument: client.kyc.secureDocument.mutate,
    onUploaded: () =>
      showToast({ title: 'Document Uploaded', description: `${side} side uploaded`, tone: 'success' }),
    onFailed: ({ description, reason }) => {
      if (reason && isSignedOut(reason)) void redirectToLogin();
      else showToast({ title: 'Upload Error', description, tone: 'danger' });
    },
  });
}

/** Whether the error means that the session ended while the form was open. */
export function isSignedOut({ code, status }: ErrorText): boolean {
  return status === 401 || code === 'not_signed_in';
}

/** Called when the session has ended. The draft is restored after logging in. */
export async function redirectToLogin(): Promise<void> {
  showToast({
    title: 'Unauthorized',
    description: 'You are logged out. Logging in again...',
    tone: 'danger',
  });
  await new Promise((resolve) => setTimeout(resolve, timing.redirectAfterUnauthorized));
  // The server redirects this URL to the login form.
  window.location.assign('/api/login?next=/kyc');
}
