import { changePasswordForm } from '../../../shared/auth/account-security.ts';
import type { ErrorText } from '../../lib/error-text.ts';
import { useFormCall } from '../../lib/use-form-call.ts';
import { type FormFields, useFormFields } from '../../lib/use-form-fields.ts';
import { trpc } from '../../trpc.ts';
import { showToast } from '../../ui/toast.tsx';

const empty = () => ({ currentPassword: '', newPassword: '', repeat: '' });

export type ChangePassword = {
  form: FormFields<'currentPassword' | 'newPassword' | 'repeat', unknown>;
  busy: boolean;
  failure: ErrorText | undefined;
  /** Something is typed. */
  dirty: boolean;
  submit: () => void;
};

/** `onChanged` closes the dialog. */
export function useChangePassword(onChanged: () => void): ChangePassword {
  const form = useFormFields({ initial: empty, schema: changePasswordForm });
  const { busy, failure, send } = useFormCall();
  const utils = trpc.useUtils();

  function submit() {
    send(form, async ({ currentPassword, newPassword }) => {
      await utils.client.security.changePassword.mutate({ currentPassword, newPassword });
      void utils.security.listSessions.invalidate();
      void utils.security.twoFactorStatus.invalidate();
      showToast({
        title: 'Password changed',
        description: 'Your other devices were signed out.',
        tone: 'success',
      });
      onChanged();
    });
  }

  return { form, busy, failure, dirty: Object.values(form.values).some((value) => value !== ''), submit };
}
