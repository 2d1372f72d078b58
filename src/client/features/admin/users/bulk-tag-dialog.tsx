import { z } from 'zod';
import { tagName } from '../../../../shared/admin/bulk-users.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { trpc } from '../../../trpc.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { type BulkDialogProps, peopleText } from './bulk-people.ts';
import { TagField } from './tag-field.tsx';

const schema = z.object({ tag: tagName });

/** Adds a tag to several users. Mount it only while it is open. */
export function BulkTagDialog({ people, onClose, onDone }: BulkDialogProps) {
  const form = useFormFields({ initial: () => ({ tag: '' }), schema });
  const { isPending, failure, submit } = useAction(
    trpc.admin.users.addTag.useMutation({
      async onSuccess({ done }, { tag }) {
        await onDone();
        showToast({
          title:
            done === 0
              ? `All of them already have the tag “${tag}”`
              : `${peopleText(done)} got the tag “${tag}”`,
          tone: 'success',
        });
        onClose();
      },
    }),
    { form },
  );
  return (
    <FormDialog
      onClose={onClose}
      title={`Tag ${peopleText(people.total)}?`}
      description="Admins see tags and filter by them. Students see them only in the copy of their data."
      dirty={form.values.tag !== ''}
      formRef={form.formRef}
      onSubmit={() => submit(() => form.checkWith({ ids: people.ids }))}
      busy={isPending}
      submitLabel={`Tag ${peopleText(people.total)}`}
      busyLabel="Tagging..."
      failureTitle="The tag was not added"
      uncertainTitle="The tag may have been added"
      failure={failure}
    >
      <TagField {...form.field('tag')} />
    </FormDialog>
  );
}
