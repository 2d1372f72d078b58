import { Link, useRouterState } from '@tanstack/react-router';
import { passwordResetRequest } from '../../../shared/auth/account-security.ts';
import { withoutScripts } from '../../lib/early-input.ts';
import { useAction } from '../../lib/use-action.ts';
import { useFormFields } from '../../lib/use-form-fields.ts';
import { trpc } from '../../trpc.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Form } from '../../ui/form.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';

/** Shows the same response whether or not the account exists. */
export function ForgotPasswordForm() {
  // The sign-up form passes the email in history state. In the URL, the email would stay in the browser history.
  const state = useRouterState({ select: ({ location }) => location.state });
  const form = useFormFields({ initial: () => ({ email: state.email ?? '' }), schema: passwordResetRequest });
  const { isPending, isSuccess, failure, submit } = useAction(
    trpc.security.requestPasswordReset.useMutation(),
    { form },
  );

  return (
    <Card>
      <Form
        ref={form.formRef}
        {...withoutScripts}
        aria-label="Forgot your password?"
        onSubmit={() => submit(form.check)}
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
        <FormError
          title="No email was sent"
          uncertainTitle="The email may have been sent"
          failure={failure}
        />
        {isSuccess && (
          <Notice tone="success" title="Check your inbox" role="status">
            If there is an account with this email, a link to choose a new password is on its way. It works
            once, within 60 minutes.
          </Notice>
        )}
        <Button type="submit" busy={isPending} busyLabel="Sending..." className="w-full">
          {isSuccess ? 'Send it again' : 'Send me a link'}
        </Button>
        <p className="text-center">
          <Link to="/auth" className={buttonClass('quiet', 'small')}>
            Back to Login
          </Link>
        </p>
      </Form>
    </Card>
  );
}
