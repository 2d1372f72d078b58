import { answerBounds } from '../../../../shared/coaching/answers.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { AnswerDraft } from './answer-draft.ts';

export type AnswerOptionsProps = {
  options: AnswerDraft['options'];
  error: string | undefined;
  /** An answer to what the student asked back needs none. */
  isOptional: boolean;
  onChange: (options: AnswerDraft['options']) => void;
  /** Goes on to what follows the weights. */
  onEnter: () => void;
};

/** What the student could do, each with a weight from 0 to 100. */
export function AnswerOptions({ options, error, isOptional, onChange, onEnter }: AnswerOptionsProps) {
  const change = (index: number, part: Partial<AnswerDraft['options'][number]>) =>
    onChange(options.map((option, place) => (place === index ? { ...option, ...part } : option)));
  return (
    <fieldset className="grid gap-4">
      <legend className="font-semibold">
        Options and weights
        <span className="block text-sm font-normal text-muted">
          {isOptional ? 'Optional here. ' : ''}100 is right, 0 is wrong. Two may both be right. Enter leads to
          the reason.
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
            maxLength={answerBounds.optionLength}
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
              if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
              event.preventDefault();
              onEnter();
            }}
          />
          <TextField
            className="max-md:col-span-2"
            label={`Why, for option ${index + 1}`}
            optional
            maxLength={answerBounds.whyLength}
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
