import { completeLoginInput } from '../../../shared/auth/sign-in-security.ts';
import { describeError, type ErrorText } from '../../lib/error-text.ts';
import { useAction } from '../../lib/use-action.ts';
import { type FormFields, useFormFields } from '../../lib/use-form-fields.ts';
import { trpc } from '../../trpc.ts';
import { showToast } from '../../ui/toast.tsx';
import { useSignedIn } from './use-signed-in.ts';

export type SecondStep = {
  form: FormFields<'code', { code: string }>;
  isPending: boolean;
  failure: ErrorText | undefined;
  submit: () => void;
};

/**
 * The second step of Login. The browser's cookie knows for five minutes that the password was right.
 * @param onEnded told when a new sign-in has to begin: too late, or too many wrong codes
 */
export function useSecondStep(onEnded: (failure: ErrorText) => void): SecondStep {
  const form = useFormFields({ initial: () => ({ code: '' }), schema: completeLoginInput });
  const signedIn = useSignedIn();

  const { isPending, failure, submit } = useAction(
    trpc.auth.completeLogin.useMutation({
      onSuccess(user) {
        showToast({ title: 'Login successful', description: 'Welcome back!', tone: 'success' });
        signedIn(user);
      },
      onError(error) {
        const text = describeError(error);
        if (text.code === 'gone' || text.code === 'too_many_attempts') onEnded(text);
      },
    }),
    { form },
  );
  return {
    form,
    isPending,
    failure: failure?.fields ? undefined : failure,
    submit: () => submit(form.check),
  };
}
