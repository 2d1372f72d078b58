import {
  confirmTwoFactorInput,
  startTwoFactorInput,
  type TwoFactorSetup,
} from '../../../shared/auth/sign-in-security.ts';
import { useAction } from '../../lib/use-action.ts';
import { useFormFields } from '../../lib/use-form-fields.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { PasswordField, TextField } from '../../ui/text-field.tsx';
import type { TwoFactorStep } from './two-factor-step.ts';

type StartSetupProps = TwoFactorStep & { onStarted: (setup: TwoFactorSetup) => void };

/** Step 1: confirm the password. */
export function StartSetup({ user, open, onClose, onStarted }: StartSetupProps) {
  const form = useFormFields({ initial: () => ({ password: '' }), schema: startTwoFactorInput });
  const { isPending, failure, submit } = useAction(
    trpc.security.startTwoFactor.useMutation({ onSuccess: onStarted }),
    { form },
  );
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      dirty={form.values.password !== ''}
      title="Two-Factor Setup"
      description="After your password, you will also enter a code from an authenticator app, such as Aegis, Google Authenticator, or 1Password."
      formRef={form.formRef}
      onSubmit={() => submit(form.check)}
      busy={isPending}
      submitLabel="Continue"
      busyLabel="Checking..."
      failureTitle="Setup not started"
      uncertainTitle="Setup not started"
      failure={failure}
      accountEmail={user.email}
    >
      <PasswordField {...form.field('password')} label="Your password" />
    </FormDialog>
  );
}

type ScanSecretProps = TwoFactorStep & { setup: TwoFactorSetup; onStartAgain: () => void };

/** Step 2: scan the secret and enter the first code. */
export function ScanSecret({ open, onClose, setup, onRecoveryCodes, onStartAgain }: ScanSecretProps) {
  const form = useFormFields({ initial: () => ({ code: '' }), schema: confirmTwoFactorInput });
  const utils = trpc.useUtils();
  const { isPending, failure, submit } = useAction(
    trpc.security.confirmTwoFactor.useMutation({
      async onSuccess({ recoveryCodes }) {
        onRecoveryCodes(recoveryCodes);
        // An admin without a second factor may have been denied access until now.
        await Promise.all([
          utils.auth.me.invalidate(),
          utils.security.invalidate(),
          utils.admin.invalidate(),
        ]);
      },
    }),
    { form },
  );
  const isExpired = failure?.code === 'gone';

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Two-Factor Setup"
      description="Scan the QR code with your app, then enter the 6-digit code it shows."
      before={<Secret setup={setup} />}
      formRef={form.formRef}
      formLabel="First code"
      onSubmit={() => submit(form.check)}
      busy={isPending}
      submitLabel="Turn on two-factor"
      busyLabel="Checking..."
      insteadOfSubmit={isExpired && <Button onClick={onStartAgain}>Start again</Button>}
      failureTitle="Setup is not complete"
      uncertainTitle="Setup may be complete"
      failure={failure}
    >
      <TextField
        {...form.field('code')}
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
      />
    </FormDialog>
  );
}

/** The same secret in three forms: to scan, to type, and as a link for an app on this device. */
function Secret({ setup }: { setup: TwoFactorSetup }) {
  return (
    <div className="mb-4 flex flex-wrap items-start gap-4">
      <img
        src={setup.qrCode}
        alt="QR code for your authenticator app"
        width={184}
        height={184}
        className="rounded-control border border-border bg-white"
      />
      <div className="min-w-0 flex-1 basis-48 text-sm">
        <p className="text-muted">Can’t scan it? Enter this key in your app:</p>
        <p className="mt-1 font-mono text-base wrap-anywhere select-all">{setup.key}</p>
        <p className="mt-2">
          <a href={setup.uri} className="font-semibold text-primary-text underline">
            Open in an app on this device
          </a>
        </p>
      </div>
    </div>
  );
}
