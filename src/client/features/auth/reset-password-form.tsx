import { Link } from '@tanstack/react-router';
import { newPasswordForm } from '../../../shared/auth/account-security.ts';
import { notifyOtherTabs } from '../../lib/other-tabs.ts';
import { useAction } from '../../lib/use-action.ts';
import { useFormFields } from '../../lib/use-form-fields.ts';
import { trpc } from '../../trpc.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Form } from '../../ui/form.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { InvalidLink, usableToken } from '../../ui/invalid-link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasswordField } from '../../ui/text-field.tsx';
import { NewPasswordField } from '../session/new-password-field.tsx';

/** Sets a new password with the link from the email. This ends all sessions, and the user must log in again. */
export function ResetPasswordForm({ token: tokenInUrl }: { token: string | undefined }) {
  const form = useFormFields({ initial: () => ({ newPassword: '', repeat: '' }), schema: newPasswordForm });
  const utils = trpc.useUtils();
  const { isPending, isSuccess, failure, submit } = useAction(
    trpc.security.resetPassword.useMutation({
      onSuccess() {
        notifyOtherTabs(null);
        return utils.auth.me.invalidate();
      },
    }),
    { form },
  );

  if (isSuccess) {
    return (
      <Notice
        tone="success"
        title="Your password is changed"
        role="status"
        action={
          <Link to="/auth" className={buttonClass('primary')}>
            Go to Login
          </Link>
        }
      >
        All your devices were logged out. Please log in with the new password.
      </Notice>
    );
  }
  const token = usableToken(tokenInUrl, failure);
  if (token === undefined) {
    return (
      <InvalidLink>
        <Link to="/forgot-password" className={buttonClass('primary')}>
          Ask for a new link
        </Link>
      </InvalidLink>
    );
  }

  return (
    <Card>
      <Form
        ref={form.formRef}
        aria-label="Choose a new password"
        onSubmit={() =>
          submit(() => {
            const input = form.check();
            return input && { token, newPassword: input.newPassword };
          })
        }
        className="flex flex-col gap-4"
      >
        <NewPasswordField {...form.field('newPassword')} label="New password" />
        <PasswordField
          {...form.field('repeat')}
          label="Repeat the new password"
          autoComplete="new-password"
        />
        <FormError
          title="The password was not changed"
          uncertainTitle="The password may have been changed"
          failure={failure}
        />
        <Button type="submit" busy={isPending} busyLabel="Saving..." className="w-full">
          Save the new password
        </Button>
      </Form>
    </Card>
  );
}
