import { useState } from 'react';
import { completeLoginInput } from '../../../shared/auth/sign-in-security.ts';
import { describeError, type ErrorText } from '../../lib/error-text.ts';
import { type FormFields, useFormFields } from '../../lib/use-form-fields.ts';
import { useSingleRun } from '../../lib/use-single-run.ts';
import { trpc } from '../../trpc.ts';
import { showToast } from '../../ui/toast.tsx';
import { useSignedIn } from './use-signed-in.ts';

export type SecondStep = {
  form: FormFields<'code', { code: string }>;
  busy: boolean;
  failure: ErrorText | undefined;
  submit: () => void;
};

/**
 * The second step of Login. The browser's cookie knows for five minutes that the password was right.
 * @param onEnded told when a new sign-in has to begin: too late, or too many wrong codes
 */
export function useSecondStep(onEnded: (failure: ErrorText) => void): SecondStep {
  const form = useFormFields({ initial: () => ({ code: '' }), schema: completeLoginInput });
  const { busy, run } = useSingleRun();
  const [failure, setFailure] = useState<ErrorText>();
  const { client } = trpc.useUtils();
  const signedIn = useSignedIn();

  async function complete(input: { code: string }) {
    try {
      const user = await client.auth.completeLogin.mutate(input);
      showToast({ title: 'Login successful', description: 'Welcome back!', tone: 'success' });
      signedIn(user);
    } catch (error) {
      const text = describeError(error);
      if (text.code === 'gone' || text.code === 'too_many_attempts') {
        onEnded(text);
        return;
      }
      if (text.fields) form.showServerErrors(text.fields);
      else setFailure(text);
    }
  }

  function submit() {
    if (busy) return;
    setFailure(undefined);
    const input = form.check();
    if (input) run(() => complete(input));
  }

  return { form, busy, failure, submit };
}
