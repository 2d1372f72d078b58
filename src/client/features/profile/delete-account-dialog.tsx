import { useId } from 'react';
import { deletionConsequences, deletionWord } from '../../../shared/privacy.ts';
import { formFailure } from '../../lib/form-failure.ts';
import { formatDate } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { PasswordField, TextField } from '../../ui/text-field.tsx';
import { type DeleteAccount, useDeleteAccount } from './use-delete-account.ts';

export type DeleteAccountDialogProps = { email: string; open: boolean; onClose: () => void };

/** A full load: nothing of the signed-in pages stays in memory. */
function leave() {
  window.location.assign('/');
}

/** D-62. Mount it anew for each opening: what was typed must not wait in memory. */
export function DeleteAccountDialog({ email, open, onClose }: DeleteAccountDialogProps) {
  const deletion = useDeleteAccount();
  const { busy, dueAt, dirty } = deletion;
  const formId = useId();

  if (dueAt !== undefined) {
    return (
      <Dialog
        open={open}
        onClose={leave}
        title={`Your account will be deleted on ${formatDate(dueAt)}`}
        footer={<Button onClick={leave}>Leave the academy</Button>}
      >
        <p role="status">
          You are signed out on all your devices. We have sent a mail to{' '}
          <strong className="wrap-anywhere">{email}</strong>: until that day its link brings your account
          back.
        </p>
      </Dialog>
    );
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      dirty={dirty}
      title="Delete Account"
      description="This is what happens:"
      footer={(requestClose) => (
        <>
          <Button variant="secondary" onClick={requestClose} disabled={busy}>
            Keep my account
          </Button>
          <Button variant="danger" type="submit" form={formId} busy={busy} busyLabel="Deleting...">
            Delete my account
          </Button>
        </>
      )}
    >
      <ul className="mb-6 flex list-disc flex-col gap-2 pl-5">
        {deletionConsequences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <DeletionForm id={formId} email={email} deletion={deletion} />
    </Dialog>
  );
}

type DeletionFormProps = { id: string; email: string; deletion: DeleteAccount };

function DeletionForm({ id, email, deletion: { form, failure, submit } }: DeletionFormProps) {
  return (
    <form
      id={id}
      ref={form.formRef}
      noValidate
      aria-label="Delete Account"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      className="flex flex-col gap-4"
    >
      {/* Password managers need to know whose password this is. */}
      <input type="email" name="email" value={email} autoComplete="username" readOnly hidden />
      <PasswordField {...form.field('password')} label="Your password" />
      <TextField
        {...form.field('confirmation')}
        label={`Type ${deletionWord} to confirm`}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <FormError title="Your account was not deleted" {...formFailure(failure)} />
    </form>
  );
}
