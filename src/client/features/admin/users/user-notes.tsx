import { useState } from 'react';
import { addNoteInput, type UserNote } from '../../../../shared/admin/admin-users.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { useRequestDraft } from '../../../lib/use-request-draft.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormError } from '../../../ui/form-error.tsx';
import { Section } from '../../../ui/page.tsx';
import { TextAreaField } from '../../../ui/text-field.tsx';
import { ActionDialog, type AdminAction } from '../action-dialog.tsx';
import { useRefresh } from '../use-refresh.ts';

export function UserNotes({ userId, notes }: { userId: string; notes: readonly UserNote[] }) {
  const { client } = trpc.useUtils();
  const [deleting, setDeleting] = useState<AdminAction>();
  const draft = useRequestDraft(`user-note:${userId}`, 'text');
  const form = useFormFields({
    initial: () => ({ text: '' }),
    restore: draft.load,
    onChange: draft.save,
    schema: addNoteInput.pick({ text: true }),
  });

  const { isPending, failure, submit } = useAction(
    trpc.admin.users.addNote.useMutation({
      onSuccess() {
        draft.forget();
        if (form.resetSent({ text: '' })) draft.clear();
      },
      // After an error too: without a response, the note may have been saved.
      onSettled: useRefresh().onSettled,
    }),
    { form },
  );

  const remove = (note: UserNote): AdminAction => ({
    title: 'Delete this note?',
    consequence: <p className="wrap-anywhere whitespace-pre-line">{note.text}</p>,
    confirm: 'Delete note',
    busy: 'Deleting...',
    isDanger: true,
    failure: 'The note was not deleted',
    run: async () => {
      await client.admin.users.removeNote.mutate({ noteId: note.id });
      return 'Note deleted';
    },
  });

  return (
    <Section title="Notes" note="Only admins see them, but a copy of the person’s data includes them">
      <Form
        ref={form.formRef}
        aria-label="New note"
        onSubmit={() =>
          submit(() => {
            const values = form.check();
            return values && { id: userId, noteId: draft.idOf(values), ...values };
          })
        }
        className="flex max-w-2xl flex-col items-start gap-3"
      >
        <TextAreaField {...form.field('text')} label="New note" rows={3} className="w-full" />
        <FormError
          title="The note was not saved"
          uncertainTitle="The note may have been saved"
          failure={failure}
        />
        <Button type="submit" variant="secondary" size="small" busy={isPending} busyLabel="Saving...">
          Add note
        </Button>
      </Form>
      {notes.length > 0 && (
        <ul className="mt-4 max-w-2xl divide-y divide-border border-t border-border">
          {notes.map((note) => (
            <li key={note.id} className="flex items-start justify-between gap-4 py-3">
              <div className="min-w-0">
                <p className="wrap-anywhere whitespace-pre-line">{note.text}</p>
                <p className="mt-1 text-sm text-muted">
                  {note.authorName}, {formatDateTime(note.createdAt)}
                </p>
              </div>
              <Button
                size="small"
                variant="quiet"
                aria-label={`Delete the note of ${formatDateTime(note.createdAt)}`}
                onClick={() => setDeleting(remove(note))}
              >
                Delete
              </Button>
            </li>
          ))}
        </ul>
      )}
      {deleting && <ActionDialog action={deleting} onClose={() => setDeleting(undefined)} />}
    </Section>
  );
}
