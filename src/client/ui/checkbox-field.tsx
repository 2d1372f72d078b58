import { type ComponentProps, type ReactNode, useId } from 'react';
import { useHydrated } from '../lib/use-hydrated.ts';
import { classNames } from './class-names.ts';

export type CheckboxFieldProps = Omit<ComponentProps<'input'>, 'type' | 'id'> & {
  label: ReactNode;
  hint?: ReactNode;
};

export function CheckboxField({ label, hint, className, disabled, ...input }: CheckboxFieldProps) {
  // A click before hydration would be lost.
  const hydrated = useHydrated();
  const controlId = useId();
  const hintId = `${controlId}-hint`;
  return (
    <div className={classNames('grid grid-cols-[auto_1fr] gap-x-3', className)}>
      <input
        {...input}
        id={controlId}
        type="checkbox"
        disabled={disabled || !hydrated}
        aria-describedby={hint ? hintId : undefined}
        className="mt-0.5 size-5 accent-primary"
      />
      <label htmlFor={controlId} className="py-px">
        {label}
      </label>
      {hint && (
        <p id={hintId} className="col-start-2 text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}
