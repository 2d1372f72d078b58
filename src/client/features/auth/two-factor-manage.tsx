import { ownerProofInput } from '../../../shared/auth/sign-in-security.ts';
import { countText } from '../../lib/count-text.ts';
import { formatDate } from '../../lib/format.ts';
import { useAction } from '../../lib/use-action.ts';
import { useFormFields } from '../../lib/use-form-fields.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { PasswordField, TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import type { TwoFactorStep } from './two-factor-step.ts';

/** Creates new recovery codes or turns two-factor authentication off. Both require password and code. */
export function ManageTwoFactor({ user, open, onClose, onRecoveryCodes }: TwoFactorStep) {
  const form = useFormFields({ initial: () => ({ password: '', code: '' }), schema: ownerProofInput });
  const status = trpc.security.twoFactorStatus.useQuery();
  const utils = trpc.useUtils();

  const reload = () => Promise.all([utils.auth.me.invalidate(), utils.security.invalidate()]);
  const renew = useAction(
    trpc.security.renewRecoveryCodes.useMutation({
      onSuccess({ recoveryCodes }) {
        onRecoveryCodes(recoveryCodes);
        return reload();
      },
    }),
    { form },
  );
  const disable = useAction(
    trpc.security.disableTwoFactor.useMutation({
      onSuccess() {
        showToast({ title: 'Two-factor is off', tone: 'success' });
        onClose();
        return reload();
      },
    }),
    { form },
  );
  const failure = renew.failure ?? disable.failure;

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      dirty={Object.values(form.values).some((value) => value !== '')}
      title="Two-Factor Setup"
      description={
        status.data?.enabledAt
          ? `On since ${formatDate(status.data.enabledAt)}. ${countText(status.data.recoveryCodesLeft, 'recovery code is', 'recovery codes are')} left.`
          : 'Two-factor is on.'
      }
      formRef={form.formRef}
      onSubmit={() => {
        disable.reset();
        renew.submit(form.check);
      }}
      busy={renew.isPending}
      otherBusy={disable.isPending}
      submitLabel="Make new recovery codes"
      busyLabel="Making codes..."
      otherAction={
        <Button
          variant="danger"
          busy={disable.isPending}
          busyLabel="Turning off..."
          disabled={renew.isPending}
          onClick={() => {
            renew.reset();
            disable.submit(form.check);
          }}
        >
          Turn off two-factor
        </Button>
      }
      failureTitle="Nothing was changed"
      uncertainTitle="The change may have been made"
      failure={failure}
      accountEmail={user.email}
    >
      {status.data?.required && (
        <p className="text-sm text-muted">
          Admins and coaches of this academy need a second factor. Without one, admins cannot open the admin
          area, and coaches cannot open questions.
        </p>
      )}
      <PasswordField {...form.field('password')} label="Your password" />
      <TextField
        {...form.field('code')}
        label="Code"
        hint="From your authenticator app, or a recovery code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
      />
    </FormDialog>
  );
}
