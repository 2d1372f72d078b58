import { classNames } from './class-names.ts';

type Choice<Value extends string | number> = { value: Value; label: string; count?: number | undefined };

export type ChoiceRowProps<Value extends string | number> = {
  /** Accessible name of the group. */
  label: string;
  choices: readonly Choice<Value>[];
  selected: Value;
  onChange: (value: Value) => void;
};

/** A choice among a few values, all of them visible. */
export function ChoiceRow<Value extends string | number>({
  label,
  choices,
  selected,
  onChange,
}: ChoiceRowProps<Value>) {
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{label}</legend>
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === selected}
          onClick={() => onChange(choice.value)}
          className={classNames(
            'inline-flex min-h-11 items-center gap-2 rounded-control border px-3 text-sm font-semibold transition-colors sm:min-h-9',
            choice.value === selected
              ? 'border-primary bg-primary-soft text-primary-text'
              : 'border-border bg-surface text-muted hover:border-control hover:text-text',
          )}
        >
          {choice.label}
          {choice.count !== undefined && (
            <span className="font-normal tabular">{choice.count.toLocaleString('en-US')}</span>
          )}
        </button>
      ))}
    </fieldset>
  );
}
