import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type ConfirmIdentityInput, confirmIdentityInput } from '../../../shared/auth/sign-in-security.ts';
import { describeError } from '../../lib/error-text.ts';
import { notifyOtherTabs } from '../../lib/other-tabs.ts';
import { useAction } from '../../lib/use-action.ts';
import { type FormFields, useFormFields } from '../../lib/use-form-fields.ts';
import { trpc } from '../../trpc.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { PasswordField, TextField } from '../../ui/text-field.tsx';
import { useCurrentUser } from './use-current-user.ts';

export type ConfirmIdentityDialogProps = {
  /** `sign_in`: the session has ended, and the same user starts another one. */
  kind: 'confirm' | 'sign_in';
  open: boolean;
  onClose: () => void;
  onConfirmed: () => void;
};

const withCode = confirmIdentityInput.required();
const withoutCode = confirmIdentityInput.omit({ code: true });

const texts = {
  confirm: {
    title: 'Confirm it’s you',
    description: 'Your last login was a while ago. Confirm once, and continue for 15 minutes.',
    submitLabel: 'Confirm',
    failureTitle: 'Not confirmed',
    uncertainTitle: 'Not confirmed',
  },
  sign_in: {
    title: 'You were logged out',
    description: 'What you typed is not lost. Log in to save it.',
    submitLabel: 'Log in and continue',
    failureTitle: 'Login failed',
    uncertainTitle: 'Login failed',
  },
};

/** Mount a new instance each time the dialog opens, so that typed passwords do not stay in memory. */
export function ConfirmIdentityDialog({ kind, open, onClose, onConfirmed }: ConfirmIdentityDialogProps) {
  const { user } = useCurrentUser();
  const email = user?.email ?? '';
  // An impersonation runs in an admin's session, and the admin must not be asked for the student's password.
  const isImpersonation = kind === 'sign_in' && user?.viewingUntil !== undefined;
  useEffect(() => {
    if (isImpersonation) onClose();
  }, [isImpersonation, onClose]);
  // The server asks for a code if the second factor was turned on after this page loaded the user.
  const [isCodeRequested, setCodeRequested] = useState(false);
  const needsCode = user?.twoFactorEnabled || isCodeRequested;
  const form = useFormFields<'password' | 'code', ConfirmIdentityInput>({
    initial: () => ({ password: '', code: '' }),
    schema: needsCode ? withCode : withoutCode,
  });
  function onError(error: unknown) {
    const { code, fields } = describeError(error);
    if (code === 'two_factor_required' || fields?.code) setCodeRequested(true);
  }
  const confirm = useAction(trpc.security.confirmIdentity.useMutation({ onSuccess: onConfirmed, onError }), {
    form,
  });
  const signIn = useSignInAgain({ onSignedIn: onConfirmed, onError, form });
  const { isPending, failure } = kind === 'confirm' ? confirm : signIn;

  return (
    <FormDialog
      open={open && !isImpersonation}
      onClose={onClose}
      {...texts[kind]}
      formRef={form.formRef}
      onSubmit={() => {
        if (kind === 'confirm') confirm.submit(form.check);
        else signIn.submit(() => withEmail(email, form.check()));
      }}
      busy={isPending}
      busyLabel="Checking..."
      failure={failure}
      accountEmail={email}
    >
      {kind === 'sign_in' && <p className="wrap-anywhere">{email}</p>}
      <PasswordField {...form.field('password')} label="Your password" />
      {needsCode && (
        <TextField
          {...form.field('code')}
          label="Code"
          hint="From your authenticator app, or a recovery code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </FormDialog>
  );
}

const withEmail = (email: string, proof: ConfirmIdentityInput | undefined) => proof && { email, ...proof };

type SignInAgainOptions = {
  onSignedIn: () => void;
  onError: (error: unknown) => void;
  form: Pick<FormFields<string, unknown>, 'showServerErrors'>;
};

/** Starts another session of the same user, and fetches failed queries again. */
function useSignInAgain({ onSignedIn, onError, form }: SignInAgainOptions) {
  const utils = trpc.useUtils();
  const queries = useQueryClient();
  return useAction(
    trpc.auth.login.useMutation({
      onSuccess(user) {
        utils.auth.me.setData(undefined, (before) => ({ ...before, ...user }));
        notifyOtherTabs(user.id);
        void queries.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
        onSignedIn();
      },
      onError,
    }),
    { form },
  );
}
