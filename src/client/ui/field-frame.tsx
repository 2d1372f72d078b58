import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import { spokenPause } from './spoken-pause.tsx';

export type FieldTexts = {
  label: ReactNode;
  hint?: ReactNode;
  /** How to correct the value. Replaces the hint, which often says the same, and marks the control as invalid. */
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
  /** The value in another format, such as "20 Nov 2026". It is shown even if there is an error. */
  written?: string | undefined;
  className?: string | undefined;
  children: (control: ControlIds) => ReactNode;
};

/** A control with its label above, and the error or the hint below, both linked to the control by id. */
export function FieldFrame({ label, hint, error, written, optional, className, children }: FieldFrameProps) {
  const controlId = useId();
  const noteId = `${controlId}-note`;
  const writtenId = `${controlId}-written`;
  const note = error || hint;
  const describedBy = [written && writtenId, note && noteId].filter(Boolean).join(' ');
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
      {written && (
        <p id={writtenId} className="text-sm text-muted tabular">
          {written}
          {note && spokenPause}
        </p>
      )}
      {note && (
        <p
          id={noteId}
          className={classNames(
            'text-sm',
            error ? 'text-danger wrap-anywhere whitespace-pre-line' : 'text-muted',
          )}
        >
          {note}
        </p>
      )}
    </div>
  );
}
