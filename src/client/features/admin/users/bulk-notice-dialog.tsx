import { useState } from 'react';
import { emailNoticeInput, type PeoplePreview } from '../../../../shared/admin/bulk-users.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { trpc } from '../../../trpc.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { TextAreaField, TextField } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { type BulkDialogProps, leftOutText, peopleText } from './bulk-people.ts';

const schema = emailNoticeInput.pick({ subject: true, text: true });

/** Emails a notice to several users. Mount it only while it is open. */
export function BulkNoticeDialog({ people, onClose, onDone }: BulkDialogProps) {
  const [noticeId] = useState(() => crypto.randomUUID());
  const form = useFormFields({ initial: () => ({ subject: '', text: '' }), schema });
  // `closed` counts the users who cannot log in.
  const reached = people.total - people.closed - people.unsubscribed;
  const { isPending, failure, submit } = useAction(
    trpc.admin.users.emailNotice.useMutation({
      async onSuccess({ done }) {
        await onDone();
        showToast({ title: `The notice will be sent to ${peopleText(done)}`, tone: 'success' });
        onClose();
      },
    }),
    { form },
  );
  return (
    <FormDialog
      onClose={onClose}
      title={
        reached === 0 ? 'None of these people can get a notice' : `Email ${peopleText(reached)} a notice?`
      }
      description={descriptionOf(people)}
      size="large"
      dirty={form.values.subject !== '' || form.values.text !== ''}
      formRef={form.formRef}
      onSubmit={() => submit(() => form.checkWith({ ids: people.ids, noticeId }))}
      busy={isPending}
      submitLabel={`Email ${peopleText(reached)}`}
      busyLabel="Sending..."
      insteadOfSubmit={reached === 0 && <span />}
      failureTitle="The notice was not sent"
      uncertainTitle="The notice may have been sent"
      failure={failure}
    >
      <TextField {...form.field('subject')} label="Subject" autoComplete="off" />
      <TextAreaField
        {...form.field('text')}
        label="Message"
        hint="Plain text; an empty line begins a new paragraph. The greeting and the name of the academy are added."
        rows={8}
      />
    </FormDialog>
  );
}

function descriptionOf(people: PeoplePreview): string {
  const { unsubscribed } = people;
  const others = unsubscribed > 0 && `${peopleText(unsubscribed)} who switched notices off`;
  const rule = 'Each email has a link that switches notices off.';
  return [leftOutText(people, others), rule].filter(Boolean).join(' ');
}
