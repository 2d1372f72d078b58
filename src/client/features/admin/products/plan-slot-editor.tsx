import { useBlocker } from '@tanstack/react-router';
import { type FormEvent, useId, useState } from 'react';
import { type PlanSlot, planSlotInput } from '../../../../shared/coaching-pdfs.ts';
import { difficulties } from '../../../../shared/enums.ts';
import { uploadRules } from '../../../../shared/limits.ts';
import { tierPlans } from '../../../../shared/plan-cards.ts';
import { describeError, type ErrorText } from '../../../lib/error-text.ts';
import { formFailure } from '../../../lib/form-failure.ts';
import { planName } from '../../../lib/plan-names.ts';
import { difficultyWords } from '../../../lib/status-words.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FileDrop } from '../../../ui/file-drop.tsx';
import { FormError } from '../../../ui/form-error.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextAreaField, TextField } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useRefreshPlans } from '../settings/use-refresh-plans.ts';
import { useSingleRun } from '../use-single-run.ts';
import { stampProblemText } from './stamp-words.ts';
import { type StoredFile, useProductFile } from './use-product-file.ts';

const typedFields = planSlotInput.omit({ pdfNumber: true, filePath: true });

export type PlanSlotEditorProps = { slot: PlanSlot; open: boolean; onClose: () => void };

/** Fills a slot or changes what is in it (J9). Mount it anew for each opening: it keeps what was typed. */
export function PlanSlotEditor({ slot, open, onClose }: PlanSlotEditorProps) {
  const utils = trpc.useUtils();
  const refresh = useRefreshPlans();
  const { running, run } = useSingleRun();
  const formId = useId();
  const [failure, setFailure] = useState<ErrorText>();
  const [stored, setStored] = useState<StoredFile>();
  const [start] = useState(() => ({
    title: slot.title,
    description: slot.description,
    difficulty: slot.difficulty as string,
    requiredPlan: slot.requiredPlan as string,
  }));
  const fields = useFormFields({ initial: () => start, schema: typedFields });
  const file = useProductFile(stored?.fileName ?? (slot.filePath === null ? null : slot.fileName), (sent) => {
    setStored(sent);
    setFailure(undefined);
  });
  const isTyped = Object.entries(fields.values).some(
    ([name, value]) => Object.entries(start).find(([known]) => known === name)?.[1] !== value,
  );
  const dirty = open && !running && (isTyped || file.uploading || stored !== undefined);
  const blocker = useBlocker({
    shouldBlockFn: () => dirty,
    enableBeforeUnload: () => dirty,
    withResolver: true,
  });

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    const typed = file.uploading ? undefined : fields.check();
    if (!typed) return;
    void run(async () => {
      setFailure(undefined);
      let saved: PlanSlot;
      try {
        saved = await utils.client.admin.savePlanSlot.mutate({
          ...typed,
          pdfNumber: slot.pdfNumber,
          ...(stored && { filePath: stored.filePath }),
        });
      } catch (error) {
        const described = describeError(error);
        setFailure(described);
        fields.showServerErrors(described.fields);
        return;
      }
      onClose();
      showToast({
        title: `Plan ${slot.pdfNumber} saved`,
        description:
          saved.stampProblem === null ? saved.title : `PDF: ${stampProblemText(saved.stampProblem)}`,
        tone: 'success',
      });
      await refresh();
    });
  }

  return (
    <Dialog
      open={open}
      onClose={() => {
        if (!running) onClose();
      }}
      dirty={dirty}
      size="large"
      title={`${slot.isStored ? 'Edit' : 'Fill'} coaching plan ${slot.pdfNumber}`}
      footer={(requestClose) => (
        <>
          {file.uploading && (
            <p className="mr-auto self-center text-sm text-muted">The file is still on its way.</p>
          )}
          <Button variant="secondary" onClick={requestClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} disabled={file.uploading} busy={running} busyLabel="Saving...">
            Save plan
          </Button>
        </>
      )}
    >
      <form
        ref={fields.formRef}
        id={formId}
        noValidate
        onSubmit={handleSubmit}
        className="flex flex-col gap-6"
      >
        <TextField label="Title" required {...fields.field('title')} />
        <TextAreaField label="Description" optional rows={3} {...fields.field('description')} />
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label="Required plan"
            hint="Higher plans open it too."
            options={tierPlans.map((value) => ({ value, label: planName(value) }))}
            {...fields.field('requiredPlan')}
          />
          <SelectField
            label="Difficulty"
            options={difficulties.map((value) => ({ value, label: difficultyWords[value] }))}
            {...fields.field('difficulty')}
          />
        </div>
        <div className="flex flex-col gap-1">
          <FileDrop
            label="PDF file"
            hint={`${uploadRules.product.hint}. Without one readers see “Coming soon”.`}
            accept={uploadRules.product.contentTypes.join(',')}
            state={file.state}
            onPick={file.pick}
          />
          {failure?.fields?.filePath && (
            <p role="alert" className="text-sm text-danger">
              {failure.fields.filePath}
            </p>
          )}
        </div>
        <FormError title="Failed to save the plan" {...formFailure(failure)} />
      </form>
      <Dialog
        open={blocker.status === 'blocked'}
        onClose={() => blocker.reset?.()}
        title="Leave and discard what you typed?"
        footer={
          <>
            <Button variant="secondary" onClick={() => blocker.reset?.()}>
              Keep editing
            </Button>
            <Button variant="danger" onClick={() => blocker.proceed?.()}>
              Discard
            </Button>
          </>
        }
      >
        <p>This plan is not saved yet.</p>
      </Dialog>
    </Dialog>
  );
}
