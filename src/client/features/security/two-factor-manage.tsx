import { useId, useState } from 'react';
import { ownerProofInput } from '../../../shared/sign-in-security.ts';
import { formFailure } from '../../lib/form-failure.ts';
import { formatDate } from '../../lib/format.ts';
import { useFormFields } from '../../lib/use-form-fields.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { PasswordField, TextField } from '../../ui/text-field.tsx';
import { showToast } from '../../ui/toast.tsx';
import type { TwoFactorStep } from './two-factor-dialog.tsx';
import { useCall } from './use-call.ts';

type Change = 'renew' | 'disable';

/** While it is on: new recovery codes, or off. Both need password and code. */
export function ManageTwoFactor({ user, open, onClose, onRecoveryCodes }: TwoFactorStep) {
  const form = useFormFields({ initial: () => ({ password: '', code: '' }), schema: ownerProofInput });
  const { busy, failure, start } = useCall();
  const [change, setChange] = useState<Change>('renew');
  const status = trpc.security.twoFactorStatus.useQuery();
  const utils = trpc.useUtils();
  const formId = useId();

  function submit(chosen: Change) {
    setChange(chosen);
    const input = form.check();
    if (!input) return;
    start(
      async () => {
        if (chosen === 'renew') {
          const { recoveryCodes } = await utils.client.security.renewRecoveryCodes.mutate(input);
          onRecoveryCodes(recoveryCodes);
        } else {
          await utils.client.security.disableTwoFactor.mutate(input);
          showToast({ title: 'Two-factor is off', tone: 'success' });
          onClose();
        }
        await Promise.all([utils.auth.me.invalidate(), utils.security.invalidate()]);
      },
      ({ fields }) => fields && form.showServerErrors(fields),
    );
  }

  const left = status.data?.recoveryCodesLeft;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      dirty={Object.values(form.values).some((value) => value !== '')}
      title="Two-Factor Setup"
      description={
        status.data?.enabledAt
          ? `On since ${formatDate(status.data.enabledAt)}. ${left} recovery ${left === 1 ? 'code is' : 'codes are'} left.`
          : 'Two-factor is on.'
      }
      footer={(requestClose) => (
        <>
          <Button variant="secondary" onClick={requestClose} disabled={busy}>
            Cancel
          </Button>
          <Button
            variant="danger"
            busy={busy && change === 'disable'}
            busyLabel="Turning off..."
            disabled={busy && change !== 'disable'}
            onClick={() => submit('disable')}
          >
            Turn off two-factor
          </Button>
          <Button
            type="submit"
            form={formId}
            busy={busy && change === 'renew'}
            busyLabel="Making codes..."
            disabled={busy && change !== 'renew'}
          >
            Make new recovery codes
          </Button>
        </>
      )}
    >
      <form
        id={formId}
        ref={form.formRef}
        noValidate
        aria-label="Two-Factor Setup"
        onSubmit={(event) => {
          event.preventDefault();
          submit('renew');
        }}
        className="flex flex-col gap-4"
      >
        {status.data?.required && (
          <p className="text-sm text-muted">
            Admins of this academy need a second factor: without it the admin area is closed.
          </p>
        )}
        {/* Password managers need to know whose password this is. */}
        <input type="email" name="email" value={user.email} autoComplete="username" readOnly hidden />
        <PasswordField {...form.field('password')} label="Your password" />
        <TextField
          {...form.field('code')}
          label="Code"
          hint="Of your authenticator app, or a recovery code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
        />
        <FormError title="Nothing was changed" {...formFailure(failure?.fields ? undefined : failure)} />
      </form>
    </Dialog>
  );
}
