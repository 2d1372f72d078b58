import { useEffect, useState } from 'react';
import { completeLoginInput } from '../../../shared/auth/sign-in-security.ts';
import { describeError, type ErrorText } from '../../lib/error-text.ts';
import { useAction } from '../../lib/use-action.ts';
import { useFormFields } from '../../lib/use-form-fields.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { Form } from '../../ui/form.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useAfterSignIn } from './use-after-sign-in.ts';

export type SecondStepFormProps = {
  /**
   * Returns to the password step, either because the user wants to, or because of `failure`: a timeout or too many
   * wrong codes.
   */
  onEnded: (failure?: ErrorText) => void;
};

/**
 * The second step of Login: the code of the authenticator app, or a recovery code. A cookie proves for five minutes
 * that the password was correct.
 */
export function SecondStepForm({ onEnded }: SecondStepFormProps) {
  const form = useFormFields({ initial: () => ({ code: '' }), schema: completeLoginInput });
  const afterSignIn = useAfterSignIn();
  const { isPending, failure, submit } = useAction(
    trpc.auth.completeLogin.useMutation({
      onSuccess(user) {
        showToast({ title: 'Login successful', description: 'Welcome back!', tone: 'success' });
        afterSignIn(user);
      },
      onError(error) {
        const text = describeError(error);
        if (text.code === 'gone' || text.code === 'too_many_attempts') onEnded(text);
      },
    }),
    { form },
  );
  const [usesRecoveryCode, setUsesRecoveryCode] = useState(false);
  const { formRef } = form;

  // The password field that had the focus is gone, so the focus moves to the code field.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other kind of code has another field
  useEffect(() => {
    formRef.current?.querySelector('input')?.focus();
  }, [formRef, usesRecoveryCode]);

  return (
    <Form
      ref={formRef}
      aria-label="Second step"
      onSubmit={() => submit(form.check)}
      className="flex flex-col gap-4"
    >
      <p className="text-muted">
        {usesRecoveryCode
          ? 'Your password is correct. Enter one of the recovery codes that you saved; each works once.'
          : 'Your password is correct. Now enter the 6 digits that your authenticator app shows.'}
      </p>
      {usesRecoveryCode ? (
        <TextField
          key="recovery"
          {...form.field('code')}
          label="Recovery code"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      ) : (
        <TextField
          key="app"
          {...form.field('code')}
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
        />
      )}
      <FormError title="Login failed" failure={failure} />
      <Button type="submit" busy={isPending} busyLabel="Checking..." className="w-full">
        Log in
      </Button>
      <div className="flex flex-wrap items-center justify-center gap-x-2">
        <Button
          variant="quiet"
          size="small"
          onClick={() => {
            form.reset({ code: '' });
            setUsesRecoveryCode(!usesRecoveryCode);
          }}
        >
          {usesRecoveryCode ? 'Use the app instead' : 'Use a recovery code instead'}
        </Button>
        <Button variant="quiet" size="small" onClick={() => onEnded()}>
          Back
        </Button>
      </div>
    </Form>
  );
}
