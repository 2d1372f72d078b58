import { editUserInput, type UserPage } from '../../../../shared/admin/admin-users.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useStoredForm } from '../../../lib/use-stored-form.ts';
import { trpc } from '../../../trpc.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { noteReasonHint } from '../action-dialog.tsx';
import { useRefresh } from '../use-refresh.ts';

export type EditUserDialogProps = {
  account: UserPage['account'];
  onClose: () => void;
};

const schema = editUserInput.pick({ firstName: true, lastName: true, email: true, reason: true });

/** Edits the names and the email address of a user. Mount it only while it is open. */
export function EditUserDialog({ account, onClose }: EditUserDialogProps) {
  const { id, updatedAt, firstName, lastName, email } = account;
  const form = useStoredForm({
    stored: { firstName, lastName, email, reason: '' },
    version: updatedAt,
    schema,
  });
  const { values } = form;
  const hasNewEmail = values.email.trim() !== email;
  const isChanged = hasNewEmail || values.firstName !== firstName || values.lastName !== lastName;

  const { isPending, failure, submit } = useAction(
    trpc.admin.users.edit.useMutation({
      onSuccess() {
        showToast({
          title: 'Account changed',
          ...(hasNewEmail && { description: `A link to verify the address went to ${values.email.trim()}.` }),
          tone: 'success',
        });
        onClose();
      },
      // After a conflict, the fields that were not edited here show what the other admin saved.
      onSettled: useRefresh().onSettled,
    }),
    { form },
  );

  return (
    <FormDialog
      onClose={onClose}
      title="Edit account"
      dirty={form.isDirty}
      formRef={form.formRef}
      onSubmit={() => submit(() => form.checkWith({ id, updatedAt: form.seenVersion }))}
      busy={isPending}
      submitLabel="Save account"
      busyLabel="Saving..."
      failureTitle="The account was not changed"
      uncertainTitle="The account may have been changed"
      failure={failure}
      insteadOfSubmit={
        !isChanged && <span className="self-center text-sm text-muted">Nothing changed yet</span>
      }
      fieldsClass="grid gap-4 sm:grid-cols-2"
    >
      <TextField {...form.field('firstName')} label="First name" autoComplete="off" />
      <TextField {...form.field('lastName')} label="Last name" autoComplete="off" />
      <TextField
        {...form.field('email')}
        label="Email address"
        type="email"
        autoComplete="off"
        spellCheck={false}
        className="sm:col-span-2"
      />
      {hasNewEmail && (
        <Notice className="sm:col-span-2">
          The user logs in with the new address from now on. All devices are logged out. The new address gets
          a verification link, and the old address a message that it was replaced.
        </Notice>
      )}
      <TextField
        {...form.field('reason')}
        label="Reason"
        hint={noteReasonHint}
        autoComplete="off"
        className="sm:col-span-2"
      />
    </FormDialog>
  );
}
