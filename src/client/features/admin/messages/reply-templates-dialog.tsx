import { useState } from 'react';
import {
  placeholders,
  type ReplyTemplate,
  replyTemplateTexts,
} from '../../../../shared/messages/reply-templates.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useStoredForm } from '../../../lib/use-stored-form.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextAreaField, TextField } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { ActionDialog } from '../action-dialog.tsx';

export type ReplyTemplatesDialogProps = {
  templates: readonly ReplyTemplate[];
  /** The reply that the admin has typed so far. It is the initial text of a new template. */
  draft: string;
  onClose: () => void;
};

const hint = `Placeholders: ${Object.entries(placeholders)
  .map(([placeholder, meaning]) => `${placeholder} for ${meaning}`)
  .join(', ')}.`;

/** Creates, changes and deletes templates. Mount it only while it is open. */
export function ReplyTemplatesDialog({ templates, draft, onClose }: ReplyTemplatesDialogProps) {
  const utils = trpc.useUtils();
  const [opened, setOpened] = useState<ReplyTemplate>();
  const [isDeleting, setIsDeleting] = useState(false);
  // Undefined for a new template, and also if another admin has deleted the opened template. In that second case,
  // saving the text creates a new template.
  const selected = templates.find(({ id }) => id === opened?.id);
  const { title, body } = selected ?? opened ?? { title: '', body: draft };
  const form = useStoredForm({ stored: { title, body }, version: selected, schema: replyTemplateTexts });

  function open(template: ReplyTemplate | undefined) {
    setOpened(template);
    form.discard();
  }

  const save = useAction(
    trpc.admin.contact.saveTemplate.useMutation({
      onSuccess(saved) {
        utils.admin.contact.templates.setData(undefined, saved);
        showToast({ title: 'Template saved', description: form.values.title, tone: 'success' });
        onClose();
      },
      onError: () => utils.admin.contact.templates.invalidate(),
    }),
    { form },
  );

  return (
    <>
      <FormDialog
        onClose={onClose}
        dirty={form.isDirty}
        size="large"
        title="Reply templates"
        formRef={form.formRef}
        onSubmit={() =>
          save.submit(() => form.checkWith({ ...(form.seenVersion && { existing: form.seenVersion }) }))
        }
        busy={save.isPending}
        submitLabel={selected ? 'Save changes' : 'Save template'}
        busyLabel="Saving..."
        otherAction={
          selected && (
            <Button variant="danger" disabled={save.isPending} onClick={() => setIsDeleting(true)}>
              Delete “{selected.title}”
            </Button>
          )
        }
        failureTitle="The template was not saved"
        uncertainTitle="The template may have been saved"
        failure={save.failure}
      >
        {templates.length > 0 && (
          <SelectField
            label="Template"
            value={selected?.id ?? ''}
            placeholder="New template"
            disabled={form.isDirty}
            hint={form.isDirty ? 'Save or cancel before you choose another one' : undefined}
            options={templates.map((each) => ({ value: each.id, label: each.title }))}
            onChange={({ currentTarget }) => open(templates.find(({ id }) => id === currentTarget.value))}
          />
        )}
        <TextField {...form.field('title')} label="Name" autoComplete="off" />
        <TextAreaField {...form.field('body')} label="Text" hint={hint} rows={8} />
      </FormDialog>
      {isDeleting && selected && (
        <ActionDialog
          action={{
            title: `Delete “${selected.title}”?`,
            consequence: 'No admin can use this template anymore. Replies that were sent with it are kept.',
            confirm: 'Delete template',
            busy: 'Deleting...',
            isDanger: true,
            failure: 'The template was not deleted',
            async run() {
              const left = await utils.client.admin.contact.deleteTemplate.mutate(selected);
              utils.admin.contact.templates.setData(undefined, left);
              return 'Template deleted';
            },
          }}
          onClose={() => setIsDeleting(false)}
          // `run` has already updated the list of templates. This also closes the dialog with the templates.
          onDone={async () => onClose()}
        />
      )}
    </>
  );
}
