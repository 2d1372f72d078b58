import { type ComponentProps, useState } from 'react';
import { FieldFrame, type FieldTexts } from './field-frame.tsx';

/**
 * `className` styles the frame, so that a field can be placed in a grid. `written` is the value in another format, such
 * as "20 Nov 2026", shown below the input.
 */
export type TextFieldProps = FieldTexts & Omit<ComponentProps<'input'>, 'id'> & { written?: string };

export function TextField({ label, hint, error, written, optional, className, ...input }: TextFieldProps) {
  return (
    <FieldFrame {...{ label, hint, error, written, optional, className }}>
      {(control) => <input type="text" {...input} {...control} className="control" />}
    </FieldFrame>
  );
}

export type TextAreaFieldProps = FieldTexts & Omit<ComponentProps<'textarea'>, 'id'>;

export function TextAreaField({
  label,
  hint,
  error,
  optional,
  className,
  rows = 4,
  ...textarea
}: TextAreaFieldProps) {
  return (
    <FieldFrame {...{ label, hint, error, optional, className }}>
      {(control) => <textarea rows={rows} {...textarea} {...control} className="control resize-y" />}
    </FieldFrame>
  );
}

export type PasswordFieldProps = Omit<TextFieldProps, 'type' | 'written'>;

/** A password field with a toggle that shows the password, because users who see what they type need fewer attempts. */
export function PasswordField({ label, hint, error, optional, className, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <FieldFrame {...{ label, hint, error, optional, className }}>
      {(control) => (
        <div className="relative">
          <input
            autoComplete="current-password"
            autoCapitalize="none"
            spellCheck={false}
            {...input}
            {...control}
            type={shown ? 'text' : 'password'}
            className="control pr-18"
          />
          <button
            type="button"
            aria-pressed={shown}
            aria-controls={control.id}
            aria-label={shown ? 'Hide what you typed' : 'Show what you typed'}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-1 right-1 min-w-14 rounded-control px-2 text-sm font-semibold text-primary-text hover:bg-primary-soft"
          >
            {shown ? 'Hide' : 'Show'}
          </button>
        </div>
      )}
    </FieldFrame>
  );
}
