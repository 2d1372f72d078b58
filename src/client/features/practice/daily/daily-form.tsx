import { useState } from 'react';
import { dailyBounds, type PlannedDay, saveDailyInput } from '../../../../shared/practice/daily.ts';
import { leaks } from '../../../../shared/practice/leaks.ts';
import { formFailure } from '../../../lib/form-failure.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { FormError } from '../../../ui/form-error.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextAreaField, TextField } from '../../../ui/text-field.tsx';

type Option = { label: string; weight: string; why: string };
const emptyOption: Option = { label: '', weight: '', why: '' };

export type DailyFormProps = { day: string; spot: PlannedDay['spot']; onSaved: () => void };

/** The hand of a day: decision, options with weights, and the reason. */
export function DailyForm({ day, spot, onSaved }: DailyFormProps) {
  const material = trpc.daily.material.useQuery(undefined, { staleTime: 300_000 });
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [draft, setDraft] = useState(() => ({
    handId: spot?.handId ?? '',
    atAction: spot ? String(spot.atAction) : '',
    question: spot?.question ?? '',
    reason: spot?.reason ?? '',
    leak: spot?.leak ?? '',
    productId: spot?.productId ? String(spot.productId) : '',
  }));
  const [options, setOptions] = useState<Option[]>(
    () =>
      spot?.options.map((each) => ({ ...each, weight: String(each.weight) })) ?? [
        emptyOption,
        emptyOption,
        emptyOption,
      ],
  );
  const save = useAction(trpc.daily.save.useMutation({ onSuccess: onSaved }), {
    form: { showServerErrors: (fields) => setErrors(fields ?? {}) },
  });
  const field = (name: keyof typeof draft) => ({
    name,
    value: draft[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setDraft((before) => ({ ...before, [name]: value, ...(name === 'handId' && { atAction: '' }) }));
    },
  });
  const changeOption = (index: number, part: Partial<Option>) =>
    setOptions((all) => all.map((each, place) => (place === index ? { ...each, ...part } : each)));
  const hand = material.data?.hands.find(({ id }) => id === draft.handId);

  function check() {
    const read = saveDailyInput.safeParse({
      ...draft,
      day,
      atAction: draft.atAction === '' ? undefined : Number(draft.atAction),
      options: options
        .filter(({ label }) => label.trim() !== '')
        .map((each) => ({ ...each, weight: each.weight.trim() === '' ? 0 : Number(each.weight) })),
      leak: draft.leak === '' ? null : draft.leak,
      productId: draft.productId === '' ? null : Number(draft.productId),
    });
    const issues = read.error?.issues ?? [];
    setErrors(Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message])));
    return read.data;
  }

  return (
    <form
      noValidate
      aria-label="Hand of the day"
      className="mt-4 grid gap-4 border-t border-border pt-4"
      onSubmit={(event) => {
        event.preventDefault();
        save.submit(check);
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Hand of the academy"
          placeholder={material.isPending ? 'Loading...' : 'Choose a hand'}
          options={(material.data?.hands ?? []).map(({ id, title }) => ({ value: id, label: title }))}
          {...field('handId')}
        />
        <SelectField
          label="Decision, as it was played"
          placeholder="Choose a decision"
          options={(hand?.decisions ?? []).map(({ atAction, label }) => ({ value: String(atAction), label }))}
          {...field('atAction')}
        />
      </div>
      <TextField label="Question" maxLength={dailyBounds.questionLength} {...field('question')} />
      <fieldset className="grid gap-4">
        <legend className="font-semibold">
          Options and weights
          <span className="block text-sm font-normal text-muted">
            100 is right, 0 is wrong. Two may both be right.
          </span>
        </legend>
        {options.map((option, index) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: options have an order and nothing else
            key={index}
            className="grid grid-cols-[minmax(0,1fr)_5rem] items-end gap-2 md:grid-cols-[14rem_5rem_minmax(0,1fr)]"
          >
            <TextField
              label={`Option ${index + 1}`}
              value={option.label}
              onChange={(event) => changeOption(index, { label: event.currentTarget.value })}
            />
            <TextField
              label="Weight"
              inputMode="numeric"
              className="tabular"
              value={option.weight}
              onChange={(event) => changeOption(index, { weight: event.currentTarget.value })}
            />
            <TextField
              className="max-md:col-span-2"
              label={`Why, for option ${index + 1}`}
              optional
              value={option.why}
              onChange={(event) => changeOption(index, { why: event.currentTarget.value })}
            />
          </div>
        ))}
        {errors.options && (
          <p role="alert" className="text-sm text-danger">
            {errors.options}
          </p>
        )}
        {options.length < 5 && (
          <div>
            <Button
              variant="secondary"
              size="small"
              onClick={() => setOptions((all) => [...all, emptyOption])}
            >
              Add an option
            </Button>
          </div>
        )}
      </fieldset>
      <TextAreaField label="The reason" rows={5} maxLength={dailyBounds.reasonLength} {...field('reason')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Leak"
          optional
          placeholder="None"
          options={leaks.map(({ id, name }) => ({ value: id, label: name }))}
          {...field('leak')}
        />
        <SelectField
          label="Session about it"
          optional
          placeholder="None"
          options={(material.data?.sessions ?? []).map(({ id, title }) => ({
            value: String(id),
            label: title,
          }))}
          {...field('productId')}
        />
      </div>
      <FormError title="The hand was not saved" {...formFailure(save.failure)} />
      <div>
        <Button type="submit" busy={save.isPending} busyLabel="Saving...">
          Save
        </Button>
      </div>
    </form>
  );
}
