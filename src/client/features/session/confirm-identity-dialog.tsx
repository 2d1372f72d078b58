import { useId, useState } from 'react';
import { type ConfirmIdentityInput, confirmIdentityInput } from '../../../shared/sign-in-security.ts';
import { describeError, type ErrorText } from '../../lib/error-text.ts';
import { formFailure } from '../../lib/form-failure.ts';
import { useFormFields } from '../../lib/use-form-fields.ts';
import { useSingleRun } from '../../lib/use-single-run.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { PasswordField, TextField } from '../../ui/text-field.tsx';
import { useCurrentUser } from './use-current-user.ts';

export type ConfirmIdentityDialogProps = { open: boolean; onClose: () => void; onConfirmed: () => void };

const withCode = confirmIdentityInput.required();
const withoutCode = confirmIdentityInput.omit({ code: true });

/** M8. Mount it anew for each opening: what was typed must not wait in memory. */
export function ConfirmIdentityDialog({ open, onClose, onConfirmed }: ConfirmIdentityDialogProps) {
  const { user } = useCurrentUser();
  const hasTwoFactor = user?.twoFactorEnabled ?? false;
  const form = useFormFields<'password' | 'code', ConfirmIdentityInput>({
    initial: () => ({ password: '', code: '' }),
    schema: hasTwoFactor ? withCode : withoutCode,
  });
  const { busy, run } = useSingleRun();
  const [failure, setFailure] = useState<ErrorText>();
  const { client } = trpc.useUtils();
  const formId = useId();

  function submit() {
    if (busy) return;
    setFailure(undefined);
    const input = form.check();
    if (!input) return;
    run(async () => {
      try {
        await client.security.confirmIdentity.mutate(input);
        onConfirmed();
      } catch (error) {
        const text = describeError(error);
        if (text.fields) form.showServerErrors(text.fields);
        else setFailure(text);
      }
    });
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Is it you?"
      description="Your last sign-in was a while ago. Confirm once, and go on for 15 minutes."
      footer={(requestClose) => (
        <>
          <Button variant="secondary" onClick={requestClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={busy} busyLabel="Checking...">
            Confirm
          </Button>
        </>
      )}
    >
      <form
        id={formId}
        ref={form.formRef}
        noValidate
        aria-label="Is it you?"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        className="flex flex-col gap-4"
      >
        {/* Password managers need to know whose password this is. */}
        <input type="email" name="email" value={user?.email ?? ''} autoComplete="username" readOnly hidden />
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
        <FormError title="Not confirmed" {...formFailure(failure)} />
      </form>
    </Dialog>
  );
}
