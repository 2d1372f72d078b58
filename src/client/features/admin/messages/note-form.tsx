import { messageNoteInput } from '../../../../shared/messages/contact-messages.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { useRequestDraft } from '../../../lib/use-request-draft.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormError } from '../../../ui/form-error.tsx';
import { TextAreaField } from '../../../ui/text-field.tsx';
import { useRefresh } from '../use-refresh.ts';
import { useShowThread } from './use-show-thread.ts';

/** A note in a thread, for other admins. The text survives a reload and a failure. */
export function NoteForm({ id }: { id: string }) {
  const showThread = useShowThread();
  const draft = useRequestDraft(`message-note:${id}`, 'body');
  const form = useFormFields({
    initial: () => ({ body: '' }),
    restore: draft.load,
    onChange: draft.save,
    schema: messageNoteInput.pick({ body: true }),
  });
  const { isPending, failure, submit } = useAction(
    trpc.admin.contact.addNote.useMutation({
      onSuccess(thread) {
        draft.forget();
        if (form.resetSent({ body: '' })) draft.clear();
        showThread(thread);
      },
      // Refreshes after an error, too: if only the response was lost, the note has been saved.
      onSettled: useRefresh().onSettled,
    }),
    { form },
  );
  return (
    <Form
      ref={form.formRef}
      aria-label="Note"
      onSubmit={() =>
        submit(() => {
          const values = form.check();
          return values && { id, noteId: draft.idOf(values), ...values };
        })
      }
      className="mt-10 flex flex-col items-start gap-3 border-t border-border pt-6"
    >
      <TextAreaField
        {...form.field('body')}
        label="Note"
        hint="Only admins see it here, but the person who wrote the message finds it in a copy of their data."
        rows={2}
        className="w-full"
      />
      <FormError
        title="The note was not saved"
        uncertainTitle="The note may have been saved"
        failure={failure}
      />
      <Button type="submit" variant="secondary" size="small" busy={isPending} busyLabel="Saving...">
        Add note
      </Button>
    </Form>
  );
}
