import { type ComponentProps, type KeyboardEvent, useId } from 'react';
import { maxOptions } from '../../../shared/practice/drill-rules.ts';
import { optionBounds } from '../../../shared/practice/option-schemas.ts';
import { Button } from '../../ui/button.tsx';
import { FieldFrame } from '../../ui/field-frame.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { namedOptions, type OptionInput } from './option-inputs.ts';

export type OptionFieldsProps = {
  options: readonly OptionInput[];
  /** Error messages by field name. The name `options` is for errors about all options. */
  errors: Readonly<Record<string, string>>;
  /** Shown before the explanation of the weights. */
  note?: string;
  onChange: (options: readonly OptionInput[]) => void;
  /** Called on Enter in a field; without it, Enter submits the form. */
  onEnter?: () => void;
};

/** The fields for the options of a decision or a drill, each with a weight from 0 to 100. */
export function OptionFields({ options, errors, note = '', onChange, onEnter }: OptionFieldsProps) {
  const errorId = useId();
  const change = (index: number, part: Partial<OptionInput>) =>
    onChange(options.map((option, position) => (position === index ? { ...option, ...part } : option)));
  const field = (part: keyof OptionInput, index: number) => ({
    name: `${part}-${index}`,
    value: options[index]?.[part],
    error: errors[`${part}-${index}`],
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) =>
      change(index, { [part]: event.currentTarget.value }),
    onKeyDown(event: KeyboardEvent) {
      if (!onEnter || event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
      // In an input method, such as for Japanese, Enter confirms the composed text and does not leave the field.
      if (event.nativeEvent.isComposing) return;
      event.preventDefault();
      onEnter();
    },
  });
  return (
    <fieldset className="@container grid gap-4">
      <legend className="mb-3 font-semibold">
        Options and weights
        <span className="block text-sm font-normal text-muted">
          {`${note} 100 is right, 0 is wrong. Two options may both be right.`.trim()}
          {onEnter && ' Enter moves to the reason.'}
        </span>
      </legend>
      {options.map((_, index) => (
        // The label names the option of the weight for screen readers.
        <fieldset
          // biome-ignore lint/suspicious/noArrayIndexKey: an option has no id, only its position
          key={index}
          aria-label={`Option ${index + 1}`}
          className="grid min-w-0 grid-cols-[minmax(0,1fr)_6rem] items-start gap-2 border-l-2 border-border pl-3 @2xl:grid-cols-[14rem_6rem_minmax(0,1fr)_6rem]"
        >
          <TextField
            {...field('label', index)}
            label={`Option ${index + 1}`}
            maxLength={optionBounds.labelLength}
          />
          <WeightField {...field('weight', index)} commonErrorId={errors.options && errorId} />
          <TextField
            {...field('why', index)}
            className={options.length > 2 ? undefined : '@max-2xl:col-span-2'}
            label={`Why, for option ${index + 1}`}
            optional
            maxLength={optionBounds.whyLength}
          />
          {options.length > 2 && (
            <Button
              variant="quietDanger"
              // Aligned with the field beside it, which has a label above it.
              className="mt-6"
              aria-label={`Remove option ${index + 1}`}
              onClick={() => onChange(options.filter((_, position) => position !== index))}
            >
              Remove
            </Button>
          )}
        </fieldset>
      ))}
      {errors.options && (
        <p id={errorId} role="alert" className="text-sm text-danger">
          {errors.options}
        </p>
      )}
      {options.length < maxOptions && (
        <div>
          <Button
            variant="secondary"
            size="small"
            onClick={() => onChange([...options, ...namedOptions([''])])}
          >
            Add an option
          </Button>
        </div>
      )}
    </fieldset>
  );
}

type WeightFieldProps = ComponentProps<'input'> & {
  error: string | undefined;
  /** The id of an error about all options. It marks the field as invalid, so that the form moves the focus to it. */
  commonErrorId: string | undefined;
};

function WeightField({ error, commonErrorId, ...input }: WeightFieldProps) {
  return (
    <FieldFrame label="Weight" error={error} className="tabular">
      {(control) => (
        <input
          type="text"
          inputMode="numeric"
          {...input}
          {...control}
          {...(commonErrorId && !error && { 'aria-invalid': true, 'aria-describedby': commonErrorId })}
          className="control"
        />
      )}
    </FieldFrame>
  );
}
