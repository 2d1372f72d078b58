import { reviewTimeText } from '../../../shared/site-settings.ts';
import { describeError, type ErrorText } from '../../lib/error-text.ts';
import { timing } from '../../lib/timing.ts';
import { clearRejectedSides, type DocumentUpload, useDocumentUpload } from '../../lib/use-document-upload.ts';
import { showToast } from '../../ui/toast.tsx';
import { useSiteSettings } from '../settings/use-site-settings.ts';

/** Uploads both sides of a document. Reports the outcome of the uploads and of sending the form. */
export function useDocumentSides() {
  const settings = useSiteSettings();
  const front = useSideUpload('Front');
  const back = useSideUpload('Back');
  return {
    front,
    back,
    /** @param missing - what is still required, as a sentence */
    showMissing(missing: string) {
      showToast({ title: 'Error', description: missing, tone: 'danger' });
    },
    showSubmitted() {
      showToast({
        title: 'KYC Application Submitted',
        description: `Review usually takes ${reviewTimeText(settings)}.`,
        tone: 'success',
      });
    },
    /** Clears the sides that the server no longer accepts. Redirects logged-out users to the login. */
    async showFailed(error: unknown) {
      const text = describeError(error);
      if (isSignedOut(text)) {
        await redirectToLogin();
        return;
      }
      showToast({
        title: 'Error',
        description: 'Failed to submit KYC application. Please try again.',
        tone: 'danger',
      });
      clearRejectedSides(text, front, back);
    },
  };
}

function useSideUpload(side: 'Front' | 'Back'): DocumentUpload {
  return useDocumentUpload({
    purpose: 'kyc',
    onUploaded: () =>
      showToast({ title: 'Document Uploaded', description: `${side} side uploaded`, tone: 'success' }),
    onFailed: ({ description, reason }) => {
      if (reason && isSignedOut(reason)) void redirectToLogin();
      else showToast({ title: 'Upload Error', description, tone: 'danger' });
    },
  });
}

/** Whether the error means that the session ended while the form was open. */
function isSignedOut({ code, status }: ErrorText): boolean {
  return status === 401 || code === 'not_signed_in';
}

/** Redirects to the login form. After logging in, the user returns to the draft. */
async function redirectToLogin(): Promise<void> {
  showToast({
    title: 'Unauthorized',
    description: 'You are logged out. Logging in again...',
    tone: 'danger',
  });
  await new Promise((resolve) => setTimeout(resolve, timing.redirectAfterUnauthorized));
  // The server redirects this URL to the login form.
  window.location.assign('/api/login?next=/kyc');
}
