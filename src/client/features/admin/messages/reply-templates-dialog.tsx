import { useState } from 'react';
import {
  placeholders,
  type ReplyTemplate,
  replyTemplateTexts,
} from '../../../../shared/messages/reply-templates.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextAreaField, TextField } from '../../../ui/text-field.tsx';
import { showFailure, showToast } from '../../../ui/toast.tsx';

export type ReplyTemplatesDialogProps = {
  templates: readonly ReplyTemplate[];
  /** What the admin has typed so far: the text of a new template. */
  draft: string;
  onClose: () => void;
};

const hint = `Placeholders: ${Object.entries(placeholders)
  .map(([placeholder, meaning]) => `${placeholder} for ${meaning}`)
  .join(', ')}.`;

/** Creates, changes and deletes templates. Mount it only while it is open. */
export function ReplyTemplatesDialog({ templates, draft, onClose }: ReplyTemplatesDialogProps) {
  const utils = trpc.useUtils();
  const [selected, setSelected] = useState<ReplyTemplate>();
  const initial = { title: selected?.title ?? '', body: selected?.body ?? draft };
  const form = useFormFields({ initial: () => initial, schema: replyTemplateTexts });
  const dirty = form.values.title !== initial.title || form.values.body !== initial.body;

  function open(template: ReplyTemplate | undefined) {
    setSelected(template);
    form.reset({ title: template?.title ?? '', body: template?.body ?? draft });
  }

  const save = useAction(
    trpc.admin.contact.saveTemplate.useMutation({
      onSuccess(saved) {
        utils.admin.contact.templates.setData(undefined, saved);
        showToast({ title: 'Template saved', description: form.values.title, tone: 'success' });
        onClose();
        return utils.admin.audit.list.invalidate();
      },
    }),
    { form },
  );
  const remove = useAction(
    trpc.admin.contact.deleteTemplate.useMutation({
      onSuccess(left) {
        utils.admin.contact.templates.setData(undefined, left);
        open(undefined);
        return utils.admin.audit.list.invalidate();
      },
      onError: showFailure('The template is still there'),
    }),
  );

  return (
    <FormDialog
      open
      onClose={onClose}
      dirty={dirty && !save.isPending}
      size="large"
      title="Reply templates"
      formRef={form.formRef}
      onSubmit={() =>
        save.submit(() => {
          const texts = form.check();
          return texts && { ...texts, ...(selected && { existing: selected }) };
        })
      }
      busy={save.isPending}
      otherBusy={remove.isPending}
      submitLabel={selected ? 'Save changes' : 'Save template'}
      busyLabel="Saving..."
      otherAction={
        selected && (
          <Button
            variant="danger"
            busy={remove.isPending}
            busyLabel="Deleting..."
            onClick={() => remove.run({ id: selected.id })}
          >
            Delete “{selected.title}”
          </Button>
        )
      }
      failureTitle="The template was not saved"
      failure={save.failure}
    >
      {templates.length > 0 && (
        <SelectField
          label="Template"
          value={selected?.id ?? ''}
          placeholder="New template"
          disabled={dirty}
          hint={dirty ? 'Save or cancel before you choose another one' : undefined}
          options={templates.map(({ id, title }) => ({ value: id, label: title }))}
          onChange={({ currentTarget }) => open(templates.find(({ id }) => id === currentTarget.value))}
        />
      )}
      <TextField {...form.field('title')} label="Name" autoComplete="off" />
      <TextAreaField {...form.field('body')} label="Text" hint={hint} rows={8} />
    </FormDialog>
  );
}
