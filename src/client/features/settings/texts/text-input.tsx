import { Fragment } from 'react';
import type { SiteText } from '../../../../shared/site-texts/site-texts.ts';
import type { TextDefinition } from '../../../../shared/site-texts/text-definition.ts';
import { formatDate } from '../../../lib/format.ts';
import type { FieldProps } from '../../../lib/use-form-fields.ts';
import { Button } from '../../../ui/button.tsx';
import { TextAreaField, TextField } from '../../../ui/text-field.tsx';

export type TextInputProps = {
  definition: TextDefinition;
  field: FieldProps;
  saved: SiteText | undefined;
  onReset: () => void;
};

/** The field for one text. Shows who changed the text, and has a button that restores the original. */
export function TextInput({ definition, field, saved, onReset }: TextInputProps) {
  const { label, hint, original, hasLines, placeholders = {} } = definition;
  const props = {
    ...field,
    label,
    hint: <Hint hint={hint} placeholders={placeholders} saved={saved} />,
  };
  return (
    <div>
      {hasLines ? (
        <TextAreaField {...props} rows={rowsFor(field.value)} />
      ) : (
        <TextField {...props} autoComplete="off" />
      )}
      {field.value !== original && (
        <Button
          variant="quiet"
          size="small"
          onClick={onReset}
          aria-label={`Back to the original text: ${label}`}
          className="mt-1 -ml-3"
        >
          Back to the original text
        </Button>
      )}
    </div>
  );
}

function rowsFor(text: string): number {
  const lines = text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / 70)), 0);
  return Math.min(Math.max(lines, 2), 14);
}

function Hint({
  hint,
  placeholders,
  saved,
}: Pick<TextDefinition, 'hint' | 'placeholders'> & Pick<TextInputProps, 'saved'>) {
  return (
    <>
      {hint && <span className="block">{hint}</span>}
      <Placeholders placeholders={placeholders ?? {}} />
      {saved?.changedAt && (
        <span className="block">
          Changed {saved.changedByName !== null && `by ${saved.changedByName} `}on{' '}
          {formatDate(saved.changedAt)}.
        </span>
      )}
    </>
  );
}

/** Up to this many placeholders are explained one by one. */
const maxExplained = 4;

function Placeholders({ placeholders }: Required<Pick<TextDefinition, 'placeholders'>>) {
  const names = Object.keys(placeholders);
  const placeholder = (name: string) => <span className="font-mono text-text">{`{${name}}`}</span>;
  if (names.length > maxExplained) {
    return (
      <span className="block">
        The preview shows the values of{' '}
        {names.map((name, index) => (
          <Fragment key={name}>
            {index > 0 && ', '}
            {placeholder(name)}
          </Fragment>
        ))}
        .
      </span>
    );
  }
  return names.map((name) => (
    <span key={name} className="block">
      {placeholder(name)} becomes {placeholders[name]}.
    </span>
  ));
}
