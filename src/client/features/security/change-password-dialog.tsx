import { useId } from 'react';
import type { CurrentUser } from '../../../shared/accounts.ts';
import { formFailure } from '../../lib/form-failure.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { NewPasswordField } from '../../ui/new-password-field.tsx';
import { PasswordField } from '../../ui/text-field.tsx';
import { useChangePassword } from './use-change-password.ts';

export type ChangePasswordDialogProps = { user: CurrentUser; open: boolean; onClose: () => void };

/** D-59. Mount it anew for each opening: what was typed must not wait in memory. */
export function ChangePasswordDialog({ user, open, onClose }: ChangePasswordDialogProps) {
  const { form, busy, failure, dirty, submit } = useChangePassword(onClose);
  const formId = useId();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      dirty={dirty}
      title="Change Password"
      description="Your other devices are signed out, and we send you a mail about it."
      footer={(requestClose) => (
        <>
          <Button variant="secondary" onClick={requestClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={busy} busyLabel="Changing...">
            Change Password
          </Button>
        </>
      )}
    >
      <form
        id={formId}
        ref={form.formRef}
        noValidate
        aria-label="Change Password"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        className="flex flex-col gap-4"
      >
        {/* Password managers need to know whose password this is. */}
        <input type="email" name="email" value={user.email} autoComplete="username" readOnly hidden />
        <PasswordField {...form.field('currentPassword')} label="Current password" />
        <NewPasswordField
          {...form.field('newPassword')}
          label="New password"
          own={[user.email, user.firstName, user.lastName]}
        />
        <PasswordField
          {...form.field('repeat')}
          label="Repeat the new password"
          autoComplete="new-password"
        />
        <FormError title="The password was not changed" {...formFailure(failure)} />
      </form>
    </Dialog>
  );
}
