import { drillBounds } from '../../../shared/practice/drills.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { TypedOption } from './typed-options.ts';

export type OptionFieldsProps = {
  options: readonly TypedOption[];
  error: string | undefined;
  /** Said before the scale of the weights. */
  note?: string;
  onChange: (options: readonly TypedOption[]) => void;
  /** Goes on to what follows the weights; without it, Enter submits the form. */
  onEnter?: () => void;
};

/** What can be done in a spot, each with a weight from 0 to 100. */
export function OptionFields({ options, error, note = '', onChange, onEnter }: OptionFieldsProps) {
  const change = (index: number, part: Partial<TypedOption>) =>
    onChange(options.map((option, place) => (place === index ? { ...option, ...part } : option)));
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-3 font-semibold">
        Options and weights
        <span className="block text-sm font-normal text-muted">
          {`${note} 100 is right, 0 is wrong. Two may both be right.`.trim()}
          {onEnter && ' Enter leads to the reason.'}
        </span>
      </legend>
      {options.map((option, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: options have an order and nothing else
          key={index}
          className="grid grid-cols-[minmax(0,1fr)_5rem] items-end gap-2 border-l-2 border-border pl-3 md:grid-cols-[14rem_5rem_minmax(0,1fr)_6rem]"
        >
          <TextField
            label={`Option ${index + 1}`}
            maxLength={drillBounds.labelLength}
            value={option.label}
            onChange={(event) => change(index, { label: event.currentTarget.value })}
          />
          <TextField
            name={`weight-${index}`}
            label="Weight"
            inputMode="numeric"
            className="tabular"
            value={option.weight}
            onChange={(event) => change(index, { weight: event.currentTarget.value })}
            onKeyDown={(event) => {
              if (!onEnter || event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
              event.preventDefault();
              onEnter();
            }}
          />
          <TextField
            className="max-md:col-span-2"
            label={`Why, for option ${index + 1}`}
            optional
            maxLength={drillBounds.whyLength}
            value={option.why}
            onChange={(event) => change(index, { why: event.currentTarget.value })}
          />
          {options.length > 2 && (
            <div className="max-md:col-span-2">
              <Button
                variant="quietDanger"
                aria-label={`Remove option ${index + 1}`}
                onClick={() => onChange(options.filter((_, place) => place !== index))}
              >
                Remove
              </Button>
            </div>
          )}
        </div>
      ))}
      {error && (
        <p role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
      {options.length < 5 && (
        <div>
          <Button
            variant="secondary"
            size="small"
            onClick={() => onChange([...options, { label: '', weight: '', why: '' }])}
          >
            Add an option
          </Button>
        </div>
      )}
    </fieldset>
  );
}
