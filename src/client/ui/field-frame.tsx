import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

export type FieldTexts = {
  label: ReactNode;
  hint?: ReactNode;
  /** How to correct the value. If set, the control is marked as invalid. */
  error?: string | undefined;
  /** Adds "optional" beside the label. */
  optional?: boolean;
};

type ControlIds = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

type FieldFrameProps = FieldTexts & {
  id?: string | undefined;
  className?: string | undefined;
  children: (control: ControlIds) => ReactNode;
};

/** Label above, hint and error below, linked to the control by id. */
export function FieldFrame({ id, label, hint, error, optional, className, children }: FieldFrameProps) {
  const generatedId = useId();
  const controlId = id ?? generatedId;
  const hintId = `${controlId}-hint`;
  const errorId = `${controlId}-error`;
  const describedBy = [error && errorId, hint && hintId].filter(Boolean).join(' ');
  return (
    <div className={classNames('flex min-w-0 flex-col gap-1', className)}>
      <label htmlFor={controlId} className="text-sm font-semibold">
        {label}
        {optional && <span className="font-normal text-muted"> (optional)</span>}
      </label>
      {children({
        id: controlId,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {error && (
        <p id={errorId} className="text-sm text-danger">
          {error}
        </p>
      )}
      {hint && (
        <p id={hintId} className="text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}
