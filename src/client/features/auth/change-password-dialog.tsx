import type { CurrentUser } from '../../../shared/auth/accounts.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { PasswordField } from '../../ui/text-field.tsx';
import { NewPasswordField } from '../session/new-password-field.tsx';
import { useChangePassword } from './use-change-password.ts';

export type ChangePasswordDialogProps = { user: CurrentUser; open: boolean; onClose: () => void };

/** Mount it again for each opening: what was typed must not wait in memory. */
export function ChangePasswordDialog({ user, open, onClose }: ChangePasswordDialogProps) {
  const { form, busy, failure, dirty, submit } = useChangePassword(onClose);
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      dirty={dirty}
      title="Change Password"
      description="Your other devices are signed out, and we send you a mail about it."
      formRef={form.formRef}
      onSubmit={submit}
      busy={busy}
      submitLabel="Change Password"
      busyLabel="Changing..."
      failureTitle="The password was not changed"
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
