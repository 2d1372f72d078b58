import { useState } from 'react';
import type { GoalDay } from '../../../../shared/learning/goals.ts';
import { formatDate } from '../../../lib/format.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { trpc } from '../../../trpc.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextAreaField, TextField } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { changedGoal, goalDraftOf, goalDraftSchema } from './goal-draft.ts';

const moods = [
  { value: '1', label: '1 · bad' },
  { value: '2', label: '2' },
  { value: '3', label: '3 · fair' },
  { value: '4', label: '4' },
  { value: '5', label: '5 · good' },
];

const completions = [
  { value: 'computed', label: 'When the minutes are reached' },
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];

export type DayDialogProps = { day: GoalDay; isToday: boolean; open: boolean; onClose: () => void };

/** Edits one day. Mount a new instance each time the dialog opens: the form starts with the day's current values. */
export function DayDialog({ day, isToday, open, onClose }: DayDialogProps) {
  const [before] = useState(() => goalDraftOf(day));
  const form = useFormFields({ initial: () => before, schema: goalDraftSchema });
  const utils = trpc.useUtils();
  const dirty = JSON.stringify(form.values) !== JSON.stringify(before);
  const dayName = isToday ? 'today' : formatDate(day.date);

  const { isPending, failure, submit } = useAction(
    trpc.goals.save.useMutation({
      async onSuccess() {
        await utils.goals.invalidate();
        showToast({ title: 'Day saved', tone: 'success' });
        onClose();
      },
      // Without a response, the day may have been saved.
      onError: () => utils.goals.invalidate(),
    }),
    { form },
  );

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      dirty={dirty}
      title={isToday ? 'How was today?' : `How was ${formatDate(day.date)}?`}
      description="Leave empty what you do not count. Coaches see only what your brief shows."
      formRef={form.formRef}
      formLabel={`Goals and results of ${dayName}`}
      onSubmit={() =>
        submit(() => {
          const values = form.check();
          return values && changedGoal(day.date, before, form.values, values);
        })
      }
      busy={isPending}
      submitLabel={`Save ${dayName}`}
      busyLabel="Saving..."
      failureTitle="Not saved"
      uncertainTitle="The day may have been saved"
      failure={failure}
      fieldsClass="grid items-start gap-4 sm:grid-cols-2"
    >
      <TextField
        {...form.field('studyTimeGoal')}
        label="Study goal, minutes"
        inputMode="numeric"
        hint="Stays for the next days until you change it."
      />
      <TextField
        {...form.field('actualStudyTime')}
        label="Studied, minutes"
        inputMode="numeric"
        hint="Counted automatically while you watch a session here or read its text. Add what you studied elsewhere."
      />
      <TextField {...form.field('handsPlayed')} label="Hands played" inputMode="numeric" />
      <TextField
        {...form.field('winLoss')}
        label="Won or lost, dollars"
        // The decimal keypads of phones have no minus sign.
        inputMode="text"
        autoComplete="off"
        hint="Such as 25 or -12.50. Empty is not 0."
      />
      <TextField
        {...form.field('bigBlind')}
        label="Cash games: big blind, dollars"
        inputMode="decimal"
        autoComplete="off"
        hint="Such as 0.10 for NL10. Needed to show the result in big blinds."
      />
      <TextField
        {...form.field('buyIns')}
        label="Tournaments: all buy-ins, dollars"
        inputMode="decimal"
        autoComplete="off"
        hint="With fees and re-entries. Needed to show the result as a return on the buy-ins. A day that also has cash games counts for neither the bb/100 nor the return."
      />
      <TextField {...form.field('tournaments')} label="Tournaments played" inputMode="numeric" />
      <TextField
        {...form.field('sessionsCompleted')}
        label="Sessions completed"
        inputMode="numeric"
        hint="Counted automatically."
      />
      <SelectField {...form.field('mood')} label="Mood" placeholder="Not given" options={moods} />
      <TextAreaField {...form.field('notes')} label="Note" rows={3} className="sm:col-span-2" />
      <SelectField
        {...form.field('completed')}
        label="Goal reached"
        options={completions}
        className="sm:col-span-2"
      />
    </FormDialog>
  );
}
