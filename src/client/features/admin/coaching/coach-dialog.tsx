import { z } from 'zod';
import { type Coach, grantCoachInput } from '../../../../shared/coaching/coaches.ts';
import { parseWholeNumber } from '../../../../shared/digit-groups.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useStoredForm } from '../../../lib/use-stored-form.ts';
import { trpc } from '../../../trpc.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { TextAreaField, TextField } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { useRefresh } from '../use-refresh.ts';

const coachForm = grantCoachInput.omit({ userId: true, before: true }).extend({
  weeklyCapacity: z.string().transform(parseWholeNumber).pipe(grantCoachInput.shape.weeklyCapacity.unwrap()),
});

export type CoachDialogProps = {
  userId: string;
  /** Undefined for a user who is not a coach yet. */
  coach: Coach | undefined;
  /** For a new coach: shown in the title, and the default of the name that students see. */
  name: string;
  onClose: () => void;
};

/** Makes a user a coach, edits a coach, or lets a former coach answer again. */
export function CoachDialog({ userId, coach, name, onClose }: CoachDialogProps) {
  const stored = {
    displayName: coach?.displayName ?? name,
    about: coach?.about ?? '',
    weeklyCapacity: String(coach?.weeklyCapacity ?? 20),
  };
  const form = useStoredForm({ stored, version: coach ?? null, schema: coachForm });
  const { isPending, failure, submit } = useAction(
    trpc.admin.coaching.grantCoach.useMutation({
      onSuccess(_, { displayName }) {
        const title = coach?.active ? 'Coach saved' : `${displayName} can now answer questions`;
        showToast({ title, tone: 'success' });
        onClose();
      },
      onSettled: useRefresh().onSettled,
    }),
    { form },
  );
  const { title, submitLabel } = textsOf(coach, name);
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      description={
        coach?.active
          ? 'Students see the name with each answer.'
          : 'Students see the name with each answer. The coach has to log in again, unless they are an admin.'
      }
      dirty={form.isDirty}
      formRef={form.formRef}
      onSubmit={() => submit(() => form.checkWith({ userId, before: form.seenVersion }))}
      busy={isPending}
      submitLabel={submitLabel}
      busyLabel="Saving..."
      failureTitle="The coach was not saved"
      uncertainTitle="The coach may have been saved"
      failure={failure}
    >
      <TextField {...form.field('displayName')} label="Name" autoComplete="off" />
      <TextAreaField {...form.field('about')} label="About" optional rows={3} />
      <TextField
        {...form.field('weeklyCapacity')}
        label="Questions per week"
        inputMode="numeric"
        hint="Students can ask while fewer questions are open than all coaches together can answer in a week."
        className="tabular"
      />
    </FormDialog>
  );
}

function textsOf(coach: Coach | undefined, name: string): { title: string; submitLabel: string } {
  if (!coach) return { title: `Make ${name} a coach?`, submitLabel: 'Make coach' };
  return coach.active
    ? { title: 'Edit this coach', submitLabel: 'Save the coach' }
    : { title: `Let ${coach.displayName} answer again?`, submitLabel: 'Let them answer again' };
}
