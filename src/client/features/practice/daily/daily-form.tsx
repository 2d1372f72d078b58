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
import { OptionFields } from '../option-fields.tsx';
import { emptyOptions, readOptions, type TypedOption, typedOptions } from '../typed-options.ts';

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
  const [options, setOptions] = useState<readonly TypedOption[]>(() =>
    spot ? typedOptions(spot.options) : emptyOptions,
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
  const hand = material.data?.hands.find(({ id }) => id === draft.handId);

  function check() {
    const read = saveDailyInput.safeParse({
      ...draft,
      day,
      atAction: draft.atAction === '' ? undefined : Number(draft.atAction),
      options: readOptions(options),
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
      <OptionFields options={options} error={errors.options} onChange={setOptions} />
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
