import { useState } from 'react';
import { ownerProofInput } from '../../../shared/auth/sign-in-security.ts';
import { formatDate } from '../../lib/format.ts';
import { useFormCall } from '../../lib/use-form-call.ts';
import { useFormFields } from '../../lib/use-form-fields.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { PasswordField, TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import type { TwoFactorStep } from './two-factor-step.ts';

type Change = 'renew' | 'disable';

/** While it is on: new recovery codes, or off. Both need password and code. */
export function ManageTwoFactor({ user, open, onClose, onRecoveryCodes }: TwoFactorStep) {
  const form = useFormFields({ initial: () => ({ password: '', code: '' }), schema: ownerProofInput });
  const { busy, failure, send } = useFormCall();
  const [change, setChange] = useState<Change>('renew');
  const status = trpc.security.twoFactorStatus.useQuery();
  const utils = trpc.useUtils();

  function submit(chosen: Change) {
    setChange(chosen);
    send(form, async (input) => {
      if (chosen === 'renew') {
        const { recoveryCodes } = await utils.client.security.renewRecoveryCodes.mutate(input);
        onRecoveryCodes(recoveryCodes);
      } else {
        await utils.client.security.disableTwoFactor.mutate(input);
        showToast({ title: 'Two-factor is off', tone: 'success' });
        onClose();
      }
      await Promise.all([utils.auth.me.invalidate(), utils.security.invalidate()]);
    });
  }

  const left = status.data?.recoveryCodesLeft;
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      dirty={Object.values(form.values).some((value) => value !== '')}
      title="Two-Factor Setup"
      description={
        status.data?.enabledAt
          ? `On since ${formatDate(status.data.enabledAt)}. ${left} recovery ${left === 1 ? 'code is' : 'codes are'} left.`
          : 'Two-factor is on.'
      }
      formRef={form.formRef}
      onSubmit={() => submit('renew')}
      busy={busy && change === 'renew'}
      otherBusy={busy && change !== 'renew'}
      submitLabel="Make new recovery codes"
      busyLabel="Making codes..."
      otherAction={
        <Button
          variant="danger"
          busy={busy && change === 'disable'}
          busyLabel="Turning off..."
          disabled={busy && change !== 'disable'}
          onClick={() => submit('disable')}
        >
          Turn off two-factor
        </Button>
      }
      failureTitle="Nothing was changed"
      failure={failure?.fields ? undefined : failure}
      accountEmail={user.email}
    >
      {status.data?.required && (
        <p className="text-sm text-muted">
          Admins of this academy need a second factor: without it the admin area is closed.
        </p>
      )}
      <PasswordField {...form.field('password')} label="Your password" />
      <TextField
        {...form.field('code')}
        label="Code"
        hint="Of your authenticator app, or a recovery code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
      />
    </FormDialog>
  );
}
