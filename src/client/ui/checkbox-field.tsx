import { type ComponentProps, type ReactNode, useId } from 'react';
import { useHydrated } from '../lib/use-hydrated.ts';
import { classNames } from './class-names.ts';

export type CheckboxFieldProps = Omit<ComponentProps<'input'>, 'type'> & {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
};

export function CheckboxField({ label, hint, error, id, className, disabled, ...input }: CheckboxFieldProps) {
  // A click before hydration would be lost.
  const hydrated = useHydrated();
  const generatedId = useId();
  const controlId = id ?? generatedId;
  const noteId = `${controlId}-note`;
  return (
    <div className={classNames('grid grid-cols-[auto_1fr] gap-x-3', className)}>
      <input
        {...input}
        id={controlId}
        type="checkbox"
        disabled={disabled || !hydrated}
        aria-describedby={hint || error ? noteId : undefined}
        aria-invalid={error ? true : undefined}
        className="mt-0.5 size-5 accent-primary"
      />
      <label htmlFor={controlId} className="py-px">
        {label}
      </label>
      {(error || hint) && (
        <p id={noteId} className={classNames('col-start-2 text-sm', error ? 'text-danger' : 'text-muted')}>
          {error ?? hint}
        </p>
      )}
    </div>
  );
}
