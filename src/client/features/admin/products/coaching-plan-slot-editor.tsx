import { useId, useState } from 'react';
import { tierPlans } from '../../../../shared/access/tier-gate.ts';
import { difficulties } from '../../../../shared/enums.ts';
import { uploadRules } from '../../../../shared/limits.ts';
import { type CoachingPlanSlot, coachingPlanSlotInput } from '../../../../shared/shop/coaching-pdfs.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { difficultyLabels, planName } from '../../../lib/labels.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { Button } from '../../../ui/button.tsx';
import { ConflictNotice } from '../../../ui/conflict-notice.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormError } from '../../../ui/form-error.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextAreaField, TextField } from '../../../ui/text-field.tsx';
import { FileField } from './file-field.tsx';
import { type StoredFile, useFileUpload } from './use-file-upload.ts';
import { useSaveCoachingPlanSlot } from './use-save-coaching-plan-slot.ts';

const slotSchema = coachingPlanSlotInput.omit({ pdfNumber: true, filePath: true, editedFrom: true });
const names = ['title', 'description', 'difficulty', 'requiredPlan'] as const;

const textsOf = ({ title, description, difficulty, requiredPlan }: CoachingPlanSlot) => ({
  title,
  description,
  difficulty: difficulty as string,
  requiredPlan: requiredPlan as string,
});

export type CoachingPlanSlotEditorProps = { slot: CoachingPlanSlot; onClose: () => void };

/**
 * Edits one of the ten slots, which are numbered places for coaching plans and may be empty. Mount it only while it is
 * open, because it holds typed text.
 */
export function CoachingPlanSlotEditor({ slot, onClose }: CoachingPlanSlotEditorProps) {
  const formId = useId();
  const [stored, setStored] = useState<StoredFile>();
  const [base, setBase] = useState(slot);
  const start = textsOf(base);
  const fields = useFormFields({ initial: () => start, schema: slotSchema });
  const { save, busy, failure, theirs, forget } = useSaveCoachingPlanSlot({
    pdfNumber: slot.pdfNumber,
    onSaved: onClose,
    showErrors: fields.showServerErrors,
  });
  const file = useFileUpload(
    stored?.fileName ?? (base.filePath === null ? null : base.fileName),
    (sent) => {
      setStored(sent);
      forget();
    },
    'product',
  );

  const isTyped = names.some((name) => fields.values[name] !== start[name]);
  const dirty = isTyped || file.uploading || stored !== undefined;

  function send(from: string | null) {
    const typed = file.uploading ? undefined : fields.check();
    if (typed) void save({ ...typed, ...(stored && { filePath: stored.filePath }) }, from);
  }

  /** Saves the fields that were changed here. The other fields get the values that another admin saved. */
  function keepMine(saved: CoachingPlanSlot) {
    const theirTexts = textsOf(saved);
    const mine = names.filter((name) => fields.values[name] !== start[name]);
    fields.change({
      ...theirTexts,
      ...Object.fromEntries(mine.map((name) => [name, fields.values[name]])),
    });
    setBase(saved);
    send(saved.updatedAt);
  }

  function showTheirs(saved: CoachingPlanSlot) {
    fields.reset(textsOf(saved));
    setBase(saved);
    file.cancel();
    setStored(undefined);
    forget();
  }

  return (
    <Dialog
      onClose={onClose}
      busy={busy}
      dirty={dirty}
      size="large"
      title={`${slot.isStored ? 'Edit' : 'Fill'} coaching plan ${slot.pdfNumber}`}
      footer={(requestClose) => (
        <>
          {file.uploading && (
            <p className="text-sm text-muted max-sm:order-last sm:mr-auto sm:self-center">
              The file is still uploading.
            </p>
          )}
          <Button variant="secondary" onClick={requestClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} disabled={file.uploading} busy={busy} busyLabel="Saving...">
            Save plan
          </Button>
        </>
      )}
    >
      <Form
        ref={fields.formRef}
        id={formId}
        onSubmit={() => send(base.updatedAt)}
        className="flex flex-col gap-6"
      >
        <TextField label="Title" required {...fields.field('title')} />
        <TextAreaField label="Description" optional rows={3} {...fields.field('description')} />
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label="Required membership"
            hint="Higher memberships open it too."
            options={tierPlans.map((value) => ({ value, label: planName(value) }))}
            {...fields.field('requiredPlan')}
          />
          <SelectField
            label="Difficulty"
            options={difficulties.map((value) => ({ value, label: difficultyLabels[value] }))}
            {...fields.field('difficulty')}
          />
        </div>
        <FileField
          label="PDF file"
          purpose="product"
          hint={`${uploadRules.product.hint}. Without one, students see “Coming soon”.`}
          file={file}
          error={failure?.fields?.filePath}
        />
        {theirs ? (
          <ConflictNotice
            title="This plan was saved in another tab or by another admin"
            onTakeTheirs={() => showTheirs(theirs)}
            onKeepMine={() => keepMine(theirs)}
            keepLabel="Keep both changes"
          >
            {theirs.updatedAt && `It was saved on ${formatDateTime(theirs.updatedAt)}. `}
            What you typed is still here. If you keep both, the fields that you did not change get the saved
            values.
          </ConflictNotice>
        ) : (
          <FormError title="Failed to save the plan" failure={failure} />
        )}
      </Form>
    </Dialog>
  );
}
