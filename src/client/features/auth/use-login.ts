import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { LoginInput } from '../../../shared/auth/accounts.ts';
import { describeError, type ErrorText } from '../../lib/error-text.ts';
import { useAction } from '../../lib/use-action.ts';
import { type LateFormFields, useLateFormFields } from '../../lib/use-late-form-fields.ts';
import { trpc } from '../../trpc.ts';
import { showToast } from '../../ui/toast.tsx';
import { useAfterSignIn } from './use-after-sign-in.ts';

export type Login = {
  form: LateFormFields<'email' | 'password', LoginInput>;
  isPending: boolean;
  failure: ErrorText | undefined;
  submit: () => void;
  /** Whether the password was correct and the second step follows. */
  awaitsCode: boolean;
  /** Returns to the password step. `failure` is the error that ended the second step, if any. */
  startAgain: (failure?: ErrorText) => void;
};

/** The state of the Login tab. The page redirects as soon as the user is known. */
export function useLogin(): Login {
  const [secondStepFailure, setSecondStepFailure] = useState<ErrorText>();
  const form = useLateFormFields<'email' | 'password', LoginInput>({
    initial: () => ({ email: '', password: '' }),
    loadSchema: async () => (await import('../../../shared/auth/accounts.ts')).loginInput,
  });
  const { client } = trpc.useUtils();
  const afterSignIn = useAfterSignIn();
  const { isPending, failure, run, reset } = useAction(
    useMutation({
      // Awaits the validation, because its schema may still be loading.
      async mutationFn() {
        const input = await form.check();
        return input && client.auth.login.mutate(input);
      },
      onSuccess(user) {
        if (!user) return;
        showToast({ title: 'Login successful', description: 'Welcome back!', tone: 'success' });
        afterSignIn(user);
      },
      onError(error) {
        const text = describeError(error);
        if (text.code === 'two_factor_required') return;
        showToast({ title: 'Login failed', description: reasonOf(text), tone: 'danger' });
      },
    }),
    { form },
  );
  const awaitsCode = failure?.code === 'two_factor_required';

  return {
    form,
    isPending,
    failure: secondStepFailure ?? (failure && { ...failure, message: reasonOf(failure) }),
    submit() {
      setSecondStepFailure(undefined);
      run();
    },
    awaitsCode,
    startAgain(ended) {
      setSecondStepFailure(ended);
      reset();
    },
  };
}

function reasonOf({ code, message }: ErrorText): string {
  return code === 'invalid_credentials' ? 'Invalid credentials' : message;
}
