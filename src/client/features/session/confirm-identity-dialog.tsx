import { type ConfirmIdentityInput, confirmIdentityInput } from '../../../shared/auth/sign-in-security.ts';
import { useAction } from '../../lib/use-action.ts';
import { useFormFields } from '../../lib/use-form-fields.ts';
import { trpc } from '../../trpc.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { PasswordField, TextField } from '../../ui/text-field.tsx';
import { useCurrentUser } from './use-current-user.ts';

export type ConfirmIdentityDialogProps = { open: boolean; onClose: () => void; onConfirmed: () => void };

const withCode = confirmIdentityInput.required();
const withoutCode = confirmIdentityInput.omit({ code: true });

/** Mount a new instance each time it opens, so that typed passwords do not stay in memory. */
export function ConfirmIdentityDialog({ open, onClose, onConfirmed }: ConfirmIdentityDialogProps) {
  const { user } = useCurrentUser();
  const hasTwoFactor = user?.twoFactorEnabled ?? false;
  const form = useFormFields<'password' | 'code', ConfirmIdentityInput>({
    initial: () => ({ password: '', code: '' }),
    schema: hasTwoFactor ? withCode : withoutCode,
  });
  const { isPending, failure, submit } = useAction(
    trpc.security.confirmIdentity.useMutation({ onSuccess: onConfirmed }),
    { form },
  );

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Is it you?"
      description="Your last sign-in was a while ago. Confirm once, and go on for 15 minutes."
      formRef={form.formRef}
      onSubmit={() => submit(form.check)}
      busy={isPending}
      submitLabel="Confirm"
      busyLabel="Checking..."
      failureTitle="Not confirmed"
      failure={failure?.fields ? undefined : failure}
      accountEmail={user?.email ?? ''}
    >
      <PasswordField {...form.field('password')} label="Your password" />
      {hasTwoFactor && (
        <TextField
          {...form.field('code')}
          label="Code"
          hint="Of your authenticator app, or a recovery code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </FormDialog>
  );
}
