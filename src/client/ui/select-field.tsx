import type { ComponentProps } from 'react';
import { FieldFrame, type FieldTexts } from './field-frame.tsx';

type SelectOption = { value: string; label: string; disabled?: boolean };

export type SelectFieldProps = FieldTexts &
  Omit<ComponentProps<'select'>, 'children' | 'id'> & {
    options: readonly SelectOption[];
    /** A first, empty option such as "Choose a type". */
    placeholder?: string;
  };

/** The browser's own select, for native pickers on phones and type-ahead on keyboards. */
export function SelectField({
  label,
  hint,
  error,
  optional,
  className,
  options,
  placeholder,
  ...select
}: SelectFieldProps) {
  return (
    <FieldFrame {...{ label, hint, error, optional, className }}>
      {(control) => (
        <div className="relative">
          <select {...select} {...control} className="control appearance-none truncate pr-10">
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <svg
            aria-hidden="true"
            viewBox="0 0 12 12"
            className="pointer-events-none absolute top-1/2 right-3.5 size-3 -translate-y-1/2 text-muted"
          >
            <path d="m2 4 4 4 4-4" fill="none" stroke="currentColor" strokeWidth="1.75" />
          </svg>
        </div>
      )}
    </FieldFrame>
  );
}
