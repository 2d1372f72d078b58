import { useId } from 'react';
import {
  confirmTwoFactorInput,
  startTwoFactorInput,
  type TwoFactorSetup,
} from '../../../shared/sign-in-security.ts';
import { formFailure } from '../../lib/form-failure.ts';
import { useFormFields } from '../../lib/use-form-fields.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { PasswordField, TextField } from '../../ui/text-field.tsx';
import type { TwoFactorStep } from './two-factor-dialog.tsx';
import { useCall } from './use-call.ts';

type StartSetupProps = TwoFactorStep & { onStarted: (setup: TwoFactorSetup) => void };

/** The first step: the password. */
export function StartSetup({ user, open, onClose, onStarted }: StartSetupProps) {
  const form = useFormFields({ initial: () => ({ password: '' }), schema: startTwoFactorInput });
  const { busy, failure, start } = useCall();
  const { client } = trpc.useUtils();
  const formId = useId();

  function submit() {
    const input = form.check();
    if (!input) return;
    start(
      async () => onStarted(await client.security.startTwoFactor.mutate(input)),
      ({ fields }) => fields && form.showServerErrors(fields),
    );
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      dirty={form.values.password !== ''}
      title="Two-Factor Setup"
      description="After your password, signing in will also ask for a code of an app on your phone, such as Aegis, Google Authenticator or 1Password."
      footer={(requestClose) => (
        <>
          <Button variant="secondary" onClick={requestClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={busy} busyLabel="Checking...">
            Continue
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
          submit();
        }}
        className="flex flex-col gap-4"
      >
        {/* Password managers need to know whose password this is. */}
        <input type="email" name="email" value={user.email} autoComplete="username" readOnly hidden />
        <PasswordField {...form.field('password')} label="Your password" />
        <FormError title="Not started" {...formFailure(failure?.fields ? undefined : failure)} />
      </form>
    </Dialog>
  );
}

type ScanSecretProps = TwoFactorStep & { setup: TwoFactorSetup; onStartAgain: () => void };

/** The second step: into the app, and the first code out of it. */
export function ScanSecret({ open, onClose, setup, onRecoveryCodes, onStartAgain }: ScanSecretProps) {
  const form = useFormFields({ initial: () => ({ code: '' }), schema: confirmTwoFactorInput });
  const { busy, failure, start } = useCall();
  const utils = trpc.useUtils();
  const formId = useId();
  const isOver = failure?.code === 'gone';

  function submit() {
    const input = form.check();
    if (!input) return;
    start(
      async () => {
        const { recoveryCodes } = await utils.client.security.confirmTwoFactor.mutate(input);
        onRecoveryCodes(recoveryCodes);
        // An admin without a second factor may have been refused until now.
        await Promise.all([
          utils.auth.me.invalidate(),
          utils.security.invalidate(),
          utils.admin.invalidate(),
        ]);
      },
      ({ fields }) => fields && form.showServerErrors(fields),
    );
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Two-Factor Setup"
      description="Scan the picture with your app, then enter the 6 digits that it shows."
      footer={(requestClose) => (
        <>
          <Button variant="secondary" onClick={requestClose} disabled={busy}>
            Cancel
          </Button>
          {isOver ? (
            <Button onClick={onStartAgain}>Start again</Button>
          ) : (
            <Button type="submit" form={formId} busy={busy} busyLabel="Checking...">
              Turn on two-factor
            </Button>
          )}
        </>
      )}
    >
      <div className="mb-4 flex flex-wrap items-start gap-4">
        <img
          src={setup.qrCode}
          alt="QR code for your authenticator app"
          width={184}
          height={184}
          className="rounded-control border border-border bg-white"
        />
        <div className="min-w-0 flex-1 basis-48 text-sm">
          <p className="text-muted">Cannot scan it? Type this key into your app:</p>
          <p className="mt-1 font-mono text-base wrap-anywhere select-all">{setup.key}</p>
          <p className="mt-2">
            <a href={setup.uri} className="font-semibold text-primary-text underline">
              Open in an app on this device
            </a>
          </p>
        </div>
      </div>
      <form
        id={formId}
        ref={form.formRef}
        noValidate
        aria-label="First code"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        className="flex flex-col gap-4"
      >
        <TextField
          {...form.field('code')}
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
          data-autofocus
        />
        <FormError title="Two-factor is not on yet" {...formFailure(failure?.fields ? undefined : failure)} />
      </form>
    </Dialog>
  );
}
