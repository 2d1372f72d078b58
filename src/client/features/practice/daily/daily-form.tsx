import { useState } from 'react';
import type { PlannedDay } from '../../../../shared/practice/daily.ts';
import { leakOptions } from '../../../../shared/practice/leaks.ts';
import { describeError } from '../../../lib/error-text.ts';
import { formatDate } from '../../../lib/format.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useStoredForm } from '../../../lib/use-stored-form.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextAreaField, TextField } from '../../../ui/text-field.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { noAcademyHands } from '../no-academy-hands.tsx';
import { withStoredChoice } from '../with-stored-choice.ts';
import { type DailyDraft, dailyDraftOf, dailyDraftSchema, optionIndexes } from './daily-draft.ts';

export type DailyFormProps = { plannedDay: PlannedDay; onClose: () => void };

/** The form in which a coach plans the hand of the day for one day. Mount it only while it is open. */
export function DailyForm({ plannedDay: { day, spot }, onClose }: DailyFormProps) {
  const utils = trpc.useUtils();
  const material = trpc.daily.material.useQuery(undefined, { staleTime: 300_000 });
  const hands = material.data?.hands.map(({ id, title }) => ({ value: id, label: title })) ?? [];
  const sessions = material.data?.sessions.map(({ id, title }) => ({ value: String(id), label: title }));
  const decisionsOf = (handId: string | undefined) =>
    (material.data?.hands.find(({ id }) => id === handId)?.decisions ?? []).map(({ atAction, label }) => ({
      value: String(atAction),
      label,
    }));

  function choicesOf(name: keyof DailyDraft) {
    if (name === 'handId') return hands;
    if (name === 'atAction') return decisionsOf(spot?.handId);
    if (name === 'leak') return leakOptions;
    return (name === 'productId' && sessions) || [];
  }

  const form = useStoredForm({
    stored: dailyDraftOf(spot),
    version: spot?.updatedAt ?? null,
    schema: dailyDraftSchema,
    describe: (name, text) => choicesOf(name).find(({ value }) => value === text)?.label ?? text,
  });
  const [leastOptions, setLeastOptions] = useState(3);
  // Another coach's save can add options.
  const optionCount = Math.max(leastOptions, spot?.options.length ?? 0);
  const { values, field } = form;
  const { isPending, failure, submit } = useAction(
    trpc.daily.save.useMutation({
      onSuccess() {
        showToast({ title: 'Hand of the day saved', description: formatDate(day), tone: 'success' });
        onClose();
      },
      onSettled: () => utils.daily.plan.invalidate(),
    }),
    { form },
  );
  const waiting = material.isPending ? 'Loading...' : undefined;

  return (
    <FormDialog
      open
      onClose={onClose}
      size="wide"
      dirty={form.isDirty}
      title={`Hand of ${formatDate(day)}`}
      before={material.error && <NoMaterial error={material.error} onRetry={() => void material.refetch()} />}
      formRef={form.formRef}
      onSubmit={() => submit(() => form.checkWith({ day, updatedAt: form.seenVersion }))}
      busy={isPending}
      submitLabel="Save the hand"
      busyLabel="Saving..."
      failureTitle="The hand was not saved"
      uncertainTitle="The hand may have been saved"
      failure={failure}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          {...field('handId')}
          label="Academy hand"
          placeholder={waiting ?? 'Choose a hand'}
          hint={material.data?.hands.length === 0 && noAcademyHands}
          options={hands}
          onChange={({ currentTarget }) => form.change({ handId: currentTarget.value, atAction: '' })}
        />
        <SelectField
          {...field('atAction')}
          label="Decision, as it was played"
          placeholder={waiting ?? 'Choose a decision'}
          options={decisionsOf(values.handId)}
        />
      </div>
      <TextField {...field('question')} label="Question" autoComplete="off" />
      <fieldset className="grid gap-4">
        <legend className="mb-3 font-semibold">
          Options and weights
          <span className="block text-sm font-normal text-muted">
            100 is right, 0 is wrong. Two options may both be right.
          </span>
        </legend>
        {optionIndexes.slice(0, optionCount).map((index) => (
          // Distinguishes the weights for screen readers.
          <fieldset
            key={index}
            aria-label={`Option ${index + 1}`}
            className="grid min-w-0 grid-cols-[minmax(0,1fr)_6rem] items-start gap-2 md:grid-cols-[14rem_6rem_minmax(0,1fr)]"
          >
            <TextField {...field(`label-${index}`)} label={`Option ${index + 1}`} autoComplete="off" />
            <TextField
              {...field(`weight-${index}`)}
              label="Weight"
              inputMode="numeric"
              autoComplete="off"
              className="tabular"
            />
            <TextField
              {...field(`why-${index}`)}
              className="max-md:col-span-2"
              label={`Why, for option ${index + 1}`}
              optional
              autoComplete="off"
            />
          </fieldset>
        ))}
        {optionCount < optionIndexes.length && (
          <div>
            <Button variant="secondary" size="small" onClick={() => setLeastOptions(optionCount + 1)}>
              Add an option
            </Button>
          </div>
        )}
      </fieldset>
      <TextAreaField {...field('reason')} label="The reason" rows={5} />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField {...field('leak')} label="Leak" optional placeholder="None" options={leakOptions} />
        <SelectField
          {...field('productId')}
          label="Session on this topic"
          optional
          placeholder={waiting ?? 'None'}
          options={withStoredChoice(sessions, values.productId)}
        />
      </div>
    </FormDialog>
  );
}

function NoMaterial({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <Notice
      tone="danger"
      role="alert"
      title="The hands and sessions to choose from could not be loaded"
      action={
        <Button variant="secondary" size="small" onClick={onRetry}>
          Try again
        </Button>
      }
      className="mb-6"
    >
      {describeError(error).message}
    </Notice>
  );
}
