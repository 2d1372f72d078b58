import { reviewTimeText } from '../../../shared/site-settings.ts';
import { describeError } from '../../lib/error-text.ts';
import { clearRejectedSides, type DocumentUpload } from '../../lib/use-document-upload.ts';
import { showToast } from '../../ui/toast.tsx';
import { useSiteSettings } from '../settings/use-site-settings.ts';
import { isSignedOut, redirectToLogin } from './use-side-upload.ts';

/** Reports the outcome of sending an application or a response to a reviewer's request. */
export function useSendingOutcome(front: DocumentUpload, back: DocumentUpload) {
  const settings = useSiteSettings();
  return {
    /** @param missing what is still required, as a sentence */
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
