import type { Action } from '../lib/use-action.ts';
import { Button } from './button.tsx';

export type RemovalConfirmationProps = {
  question: string;
  /** Label of the button that removes the item. `busyLabel` replaces it during the request. */
  label: string;
  busyLabel: string;
  action: Pick<Action<never, unknown>, 'isPending' | 'failure'>;
  onRemove: () => void;
  onKeep: () => void;
};

/** Asks in place, below an item of a list, whether to remove it. */
export function RemovalConfirmation({
  question,
  label,
  busyLabel,
  action: { isPending, failure },
  onRemove,
  onKeep,
}: RemovalConfirmationProps) {
  return (
    <div className="mt-2 rounded-control bg-danger-soft p-3">
      <p className="font-semibold">{question}</p>
      {failure && (
        <p role="alert" className="text-sm text-danger">
          {failure.message}
        </p>
      )}
      <div className="mt-2 flex gap-2">
        <Button variant="danger" size="small" busy={isPending} busyLabel={busyLabel} onClick={onRemove}>
          {label}
        </Button>
        <Button variant="secondary" size="small" onClick={onKeep} disabled={isPending} autoFocus>
          Keep it
        </Button>
      </div>
    </div>
  );
}
