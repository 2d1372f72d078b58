import { useState } from 'react';
import { reviewTimeText } from '../../../shared/site-settings.ts';
import { describeError, type ErrorText } from '../../lib/error-text.ts';
import { type DocumentUpload, returnRefusedSides } from '../../lib/use-document-upload.ts';
import type { FormFields } from '../../lib/use-form-fields.ts';
import { useSingleRun } from '../../lib/use-single-run.ts';
import { showToast } from '../../ui/toast.tsx';
import { useSiteSettings } from '../settings/use-site-settings.ts';
import { isSignedOut, leadToLogin } from './use-side-upload.ts';

type Sending<Output> = {
  /** What still has to come, as a sentence; undefined when all is there. */
  missing: string | undefined;
  write: (typed: Output) => Promise<unknown>;
  /** Forgets what was typed and reads again what changed. */
  done: () => Promise<void>;
  /** Reads again what a refusal says to be out of date. */
  refused?: (failure: ErrorText) => Promise<void>;
};

export type SendApplication<Output> = {
  busy: boolean;
  failure: ErrorText | undefined;
  send: (sending: Sending<Output>) => void;
};

/** Sends an application, or the answer to a reviewer's request, and says how it went. */
export function useSendApplication<Name extends string, Output>(
  form: FormFields<Name, Output>,
  front: DocumentUpload,
  back: DocumentUpload,
): SendApplication<Output> {
  const { busy, run } = useSingleRun();
  const [failure, setFailure] = useState<ErrorText>();
  const hours = useSiteSettings();

  async function attempt(typed: Output, { write, done, refused }: Sending<Output>) {
    try {
      await write(typed);
      showToast({
        title: 'KYC Application Submitted',
        description: `Review usually takes ${reviewTimeText(hours)}.`,
        tone: 'success',
      });
      await done();
    } catch (error) {
      const text = describeError(error);
      setFailure(text);
      if (isSignedOut(text)) {
        await leadToLogin();
        return;
      }
      showToast({
        title: 'Error',
        description: 'Failed to submit KYC application. Please try again.',
        tone: 'danger',
      });
      returnRefusedSides(text, front, back);
      if (text.fields) form.showServerErrors(text.fields);
      await refused?.(text);
    }
  }

  return {
    busy,
    failure,
    send(sending) {
      if (busy) return;
      setFailure(undefined);
      if (sending.missing !== undefined) {
        showToast({ title: 'Error', description: sending.missing, tone: 'danger' });
        return;
      }
      const typed = form.check();
      if (typed !== undefined) run(() => attempt(typed, sending));
    },
  };
}
