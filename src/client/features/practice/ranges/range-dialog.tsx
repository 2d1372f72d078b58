import { rangeBounds } from '../../../../shared/practice/range-weights.ts';
import { saveRangeInput } from '../../../../shared/practice/ranges.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { useRequestId } from '../../../lib/use-request-id.ts';
import { trpc } from '../../../trpc.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';

const rangeSchema = saveRangeInput.pick({ name: true });

export type RangeDialogProps = { ofAcademy: boolean; onClose: () => void; onCreated: (id: string) => void };

/** Creates a range, which is empty until it is painted. */
export function RangeDialog({ ofAcademy, onClose, onCreated }: RangeDialogProps) {
  const { idOf } = useRequestId();
  const utils = trpc.useUtils();
  const form = useFormFields({ initial: () => ({ name: '' }), schema: rangeSchema });
  const { isPending, failure, submit } = useAction(
    trpc.ranges.save.useMutation({ onSettled: () => utils.ranges.list.invalidate() }),
    { form, leave: ({ id }) => onCreated(id) },
  );
  return (
    <FormDialog
      open
      onClose={onClose}
      title={ofAcademy ? 'New academy range' : 'New range'}
      dirty={form.values.name !== ''}
      formRef={form.formRef}
      onSubmit={() =>
        submit(() => {
          const values = form.check();
          const range = values && { ...values, ofAcademy, cells: { raise: '', call: '' } };
          return range && { ...range, key: idOf(range) };
        })
      }
      busy={isPending}
      submitLabel="Create the range"
      busyLabel="Creating..."
      failureTitle="The range was not created"
      uncertainTitle="The range may have been created"
      failure={failure}
    >
      <TextField {...form.field('name')} label="Name" maxLength={rangeBounds.nameLength} />
    </FormDialog>
  );
}
