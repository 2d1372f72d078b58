import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

export type SwitchFieldProps = Omit<ComponentProps<'input'>, 'type' | 'role' | 'id'> & {
  label: ReactNode;
  hint?: ReactNode;
};

/** For a setting that is on or off. For a consent, use a checkbox instead. */
export function SwitchField({ label, hint, className, ...input }: SwitchFieldProps) {
  const controlId = useId();
  const hintId = `${controlId}-hint`;
  return (
    <div className={classNames('flex items-start justify-between gap-4', className)}>
      <div className="min-w-0">
        <label htmlFor={controlId} className="font-semibold">
          {label}
        </label>
        {hint && (
          <p id={hintId} className="text-sm text-muted">
            {hint}
          </p>
        )}
      </div>
      <span className="relative inline-flex h-7 w-12 shrink-0">
        <input
          {...input}
          id={controlId}
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox exposes its own checked state
          role="switch"
          aria-describedby={hint ? hintId : undefined}
          className={classNames(
            'peer size-full appearance-none rounded-full border border-control bg-sunken',
            'transition-colors checked:border-primary checked:bg-primary',
            'disabled:border-border disabled:opacity-60',
          )}
        />
        <span
          aria-hidden="true"
          className={classNames(
            'pointer-events-none absolute top-1 left-1 size-5 rounded-full bg-control transition-transform',
            'peer-checked:translate-x-5 peer-checked:bg-on-primary',
          )}
        />
      </span>
    </div>
  );
}
