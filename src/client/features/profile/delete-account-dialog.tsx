import { accountDeletionForm, deletionConsequences, deletionWord } from '../../../shared/profile/privacy.ts';
import { formatDate } from '../../lib/format.ts';
import { notifyOtherTabs } from '../../lib/other-tabs.ts';
import { useAction } from '../../lib/use-action.ts';
import { useFormFields } from '../../lib/use-form-fields.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { PasswordField, TextField } from '../../ui/text-field.tsx';

export type DeleteAccountDialogProps = { email: string; open: boolean; onClose: () => void };

/** A full page load removes private data from memory. */
function leave() {
  window.location.assign('/');
}

/** Mount a new instance for each opening, so that no typed password stays in memory. */
export function DeleteAccountDialog({ email, open, onClose }: DeleteAccountDialogProps) {
  const form = useFormFields({
    initial: () => ({ password: '', confirmation: '' }),
    schema: accountDeletionForm,
  });
  const { isPending, failure, data, submit } = useAction(
    // The user is logged out. This tab shows the date of the deletion; the other tabs are notified.
    trpc.privacy.requestDeletion.useMutation({ onSuccess: () => notifyOtherTabs(null) }),
    { form },
  );

  if (data) {
    return (
      <Dialog
        open={open}
        onClose={leave}
        title={`Your account will be deleted on ${formatDate(data.dueAt)}`}
        footer={<Button onClick={leave}>Leave the academy</Button>}
      >
        <p role="status">
          You are logged out on all your devices. We have sent an email to{' '}
          <strong className="wrap-anywhere">{email}</strong>. Until that day, you can restore your account
          with the link in it.
        </p>
      </Dialog>
    );
  }
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      dirty={Object.values(form.values).some((value) => value !== '')}
      title="Delete Account"
      description="This is what happens:"
      before={
        <ul className="mb-6 flex list-disc flex-col gap-2 pl-5">
          {deletionConsequences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      }
      formRef={form.formRef}
      onSubmit={() => submit(form.check)}
      busy={isPending}
      danger
      submitLabel="Delete my account"
      busyLabel="Deleting..."
      cancelLabel="Keep my account"
      failureTitle="Your account was not deleted"
      uncertainTitle="Your account may have been deleted"
      failure={failure}
      accountEmail={email}
    >
      <PasswordField {...form.field('password')} label="Your password" />
      <TextField
        {...form.field('confirmation')}
        label={`Type ${deletionWord} to confirm`}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
    </FormDialog>
  );
}
