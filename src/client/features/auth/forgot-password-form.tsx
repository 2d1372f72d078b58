import { Link } from '@tanstack/react-router';
import { passwordResetRequest } from '../../../shared/auth/account-security.ts';
import { formFailure } from '../../lib/form-failure.ts';
import { useFormFields } from '../../lib/use-form-fields.ts';
import { trpc } from '../../trpc.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useCall } from './use-call.ts';

/** The same answer whether or not there is such an account. */
export function ForgotPasswordForm() {
  const form = useFormFields({ initial: () => ({ email: '' }), schema: passwordResetRequest });
  const { busy, done, failure, start } = useCall();
  const { client } = trpc.useUtils();

  function submit() {
    const input = form.check();
    if (!input) return;
    start(
      () => client.security.requestPasswordReset.mutate(input),
      ({ fields }) => fields && form.showServerErrors(fields),
    );
  }

  return (
    <Card>
      <form
        ref={form.formRef}
        noValidate
        aria-label="Forgot your password?"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        className="flex flex-col gap-4"
      >
        <TextField
          {...form.field('email')}
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <FormError title="No mail was sent" {...formFailure(failure)} />
        {done && !failure && !busy && (
          <Notice tone="success" title="Look into your mailbox" role="status">
            If there is an account with this email, a link to choose a new password is on its way. It works
            once, within 60 minutes.
          </Notice>
        )}
        <Button type="submit" busy={busy} busyLabel="Sending..." className="w-full">
          {done ? 'Send it again' : 'Send me a link'}
        </Button>
        <p className="text-center">
          <Link to="/auth" className={buttonClass('quiet', 'small')}>
            Back to Login
          </Link>
        </p>
      </form>
    </Card>
  );
}
