import type { ConfirmationPointView } from '../../../../shared/settings.ts';
import { formatDate } from '../../../lib/format.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { showFailure } from '../../../ui/toast.tsx';
import { useRefresh } from '../use-refresh.ts';

/** The id of the element that takes the focus when a field disappears because its value was confirmed. */
export const confirmedCountId = 'confirmed-count';

/**
 * Shows whether an admin has confirmed a setting or a fact such as the prices, and lets admins confirm it or withdraw
 * the confirmation.
 */
export function ConfirmLine({ point, label }: { point: ConfirmationPointView; label: string }) {
  const isConfirmed = point.confirmedAt !== null;
  const refresh = useRefresh();
  const confirm = useAction(
    trpc.admin.settings.confirmPoint.useMutation({
      onError: showFailure(isConfirmed ? `“${label}” is still confirmed` : `“${label}” was not confirmed`),
      async onSettled(result, error) {
        await refresh.onSettled(result, error);
        if (document.activeElement === document.body) document.getElementById(confirmedCountId)?.focus();
      },
    }),
  );
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      {isConfirmed ? (
        <span className="text-success">
          Confirmed {point.confirmedByName !== null && `by ${point.confirmedByName} `}on{' '}
          {formatDate(point.confirmedAt)}
        </span>
      ) : (
        <Badge tone="warning">To confirm</Badge>
      )}
      <Button
        size="small"
        variant="quiet"
        busy={confirm.isPending}
        busyLabel="Saving..."
        aria-label={isConfirmed ? `Undo the confirmation of ${label}` : `Confirm ${label}`}
        onClick={() => confirm.run({ point: point.point, confirmed: !isConfirmed })}
      >
        {isConfirmed ? 'Undo' : 'Confirm'}
      </Button>
    </p>
  );
}
