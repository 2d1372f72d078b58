import { useState } from 'react';
import type { LoginInput } from '../../../shared/auth/accounts.ts';
import { describeError, type ErrorText } from '../../lib/error-text.ts';
import { type LateFormFields, useLateFormFields } from '../../lib/use-late-form-fields.ts';
import { useSingleRun } from '../../lib/use-single-run.ts';
import { trpc } from '../../trpc.ts';
import { showToast } from '../../ui/toast.tsx';
import { useSignedIn } from './use-signed-in.ts';

export type Login = {
  form: LateFormFields<'email' | 'password', LoginInput>;
  busy: boolean;
  failure: ErrorText | undefined;
  submit: () => void;
  /** The password was right and the second step is due. */
  awaitsCode: boolean;
  /** Back to the password, with what ended the second step. */
  startAgain: (failure?: ErrorText) => void;
};

/** The state of the Login tab. The page leads on as soon as the person is known. */
export function useLogin(): Login {
  const { busy, run } = useSingleRun();
  const [failure, setFailure] = useState<ErrorText>();
  const form = useLateFormFields<'email' | 'password', LoginInput>({
    initial: () => ({ email: '', password: '' }),
    loadSchema: async () => (await import('../../../shared/auth/accounts.ts')).loginInput,
    onUnavailable: setFailure,
  });
  const [awaitsCode, setAwaitsCode] = useState(false);
  // The plain client: a mutation hook would wait for the network and sign in when nobody expects it any more.
  const { client } = trpc.useUtils();
  const signedIn = useSignedIn();

  async function login(input: LoginInput) {
    try {
      const user = await client.auth.login.mutate(input);
      showToast({ title: 'Login successful', description: 'Welcome back!', tone: 'success' });
      signedIn(user);
    } catch (error) {
      const text = describeError(error);
      if (text.code === 'two_factor_required') {
        setAwaitsCode(true);
        return;
      }
      const reason = text.code === 'invalid_credentials' ? 'Invalid credentials' : text.message;
      showToast({ title: 'Login failed', description: reason, tone: 'danger' });
      setFailure({ ...text, message: reason });
      if (text.fields) form.showServerErrors(text.fields);
    }
  }

  function submit() {
    if (busy) return;
    setFailure(undefined);
    run(async () => {
      const input = await form.check();
      if (input) await login(input);
    });
  }

  function startAgain(ended?: ErrorText) {
    setFailure(ended);
    setAwaitsCode(false);
  }

  return { form, busy, failure, submit, awaitsCode, startAgain };
}
