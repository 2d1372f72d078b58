import { changePasswordForm } from '../../../shared/auth/account-security.ts';
import type { CurrentUser } from '../../../shared/auth/accounts.ts';
import { useAction } from '../../lib/use-action.ts';
import { useFormFields } from '../../lib/use-form-fields.ts';
import { trpc } from '../../trpc.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { PasswordField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { NewPasswordField } from '../session/new-password-field.tsx';

export type ChangePasswordDialogProps = { user: CurrentUser; open: boolean; onClose: () => void };

/** Mount a new instance each time it opens, so that typed passwords do not stay in memory. */
export function ChangePasswordDialog({ user, open, onClose }: ChangePasswordDialogProps) {
  const form = useFormFields({
    initial: () => ({ currentPassword: '', newPassword: '', repeat: '' }),
    schema: changePasswordForm,
  });
  const utils = trpc.useUtils();
  const { isPending, failure, submit } = useAction(
    trpc.security.changePassword.useMutation({
      onSuccess() {
        void utils.security.listSessions.invalidate();
        void utils.security.twoFactorStatus.invalidate();
        showToast({
          title: 'Password changed',
          description: 'Your other devices were logged out.',
          tone: 'success',
        });
        onClose();
      },
    }),
    { form },
  );
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      dirty={Object.values(form.values).some((value) => value !== '')}
      title="Change Password"
      description="Your other devices are logged out, and we send you an email about it."
      formRef={form.formRef}
      onSubmit={() =>
        submit(() => {
          const input = form.check();
          return input && { currentPassword: input.currentPassword, newPassword: input.newPassword };
        })
      }
      busy={isPending}
      submitLabel="Change Password"
      busyLabel="Changing..."
      failureTitle="The password was not changed"
      uncertainTitle="The password may have been changed"
      failure={failure}
      accountEmail={user.email}
    >
      <PasswordField {...form.field('currentPassword')} label="Current password" />
      <NewPasswordField
        {...form.field('newPassword')}
        label="New password"
        own={[user.email, user.firstName, user.lastName]}
      />
      <PasswordField {...form.field('repeat')} label="Repeat the new password" autoComplete="new-password" />
    </FormDialog>
  );
}
