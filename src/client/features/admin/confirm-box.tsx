import type { AdminSetting, ConfirmationPointView } from '../../../shared/settings.ts';
import { formatDate } from '../../lib/format.ts';
import { useAction } from '../../lib/use-action.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { showFailure } from '../../ui/toast.tsx';
import { ownerPointLabels } from './settings/setting-labels.ts';
import { useRefreshSettings } from './settings/use-refresh-settings.ts';

type ConfirmBoxProps = { points: readonly ConfirmationPointView[]; settings: readonly AdminSetting[] };

/** "To confirm": default values that an admin must confirm. */
export function ConfirmBox({ points, settings }: ConfirmBoxProps) {
  const open = points.filter(({ confirmedAt }) => confirmedAt === null);
  const confirmed = points.filter(({ confirmedAt }) => confirmedAt !== null);
  return (
    <section aria-labelledby="to-confirm" className="rounded-card border border-border bg-surface p-4 sm:p-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 id="to-confirm" className="text-lg font-semibold">
          To confirm
        </h3>
        <p role="status" className="text-sm text-muted tabular">
          {confirmed.length} of {points.length} confirmed
        </p>
      </div>
      <p className="mt-1 measure text-muted">
        {open.length > 0
          ? 'The academy runs with these values, but only you can say that they are right. Confirm each, or change it: a changed value counts as confirmed.'
          : 'You have confirmed everything. Change any of it below whenever you like.'}
      </p>
      {open.length > 0 && <Points points={open} settings={settings} />}
      {confirmed.length > 0 && (
        <details className="mt-4">
          <summary className="min-h-9 cursor-pointer content-center rounded-control font-semibold text-primary-text">
            Confirmed ({confirmed.length})
          </summary>
          <Points points={confirmed} settings={settings} />
        </details>
      )}
    </section>
  );
}

function Points({ points, settings }: ConfirmBoxProps) {
  return (
    <ul className="mt-4 divide-y divide-border border-t border-border">
      {points.map((point) => (
        <Point key={point.point} point={point} settings={settings} />
      ))}
    </ul>
  );
}

function Point({ point, settings }: { point: ConfirmationPointView; settings: readonly AdminSetting[] }) {
  const { label, text, controlId } = ownerPointLabels(point.point, settings);
  const isConfirmed = point.confirmedAt !== null;
  const confirm = useAction(
    trpc.admin.settings.confirmPoint.useMutation({
      onError: showFailure(`“${label}” could not be noted`),
      onSettled: useRefreshSettings(),
    }),
  );

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-semibold">{label}</p>
        <p className="measure text-sm wrap-anywhere text-muted">{text}</p>
        {isConfirmed && (
          <p className="text-sm text-success">
            Confirmed {point.confirmedByName !== null && `by ${point.confirmedByName} `}on{' '}
            {formatDate(point.confirmedAt)}
          </p>
        )}
      </div>
      <div className="flex gap-2">
        {controlId !== '' && (
          <Button
            size="small"
            variant="quiet"
            className="max-sm:-ml-3"
            aria-label={`Change ${label}`}
            onClick={() => document.getElementById(controlId)?.focus()}
          >
            Change
          </Button>
        )}
        <Button
          size="small"
          variant="secondary"
          busy={confirm.isPending}
          busyLabel="Saving..."
          aria-label={isConfirmed ? `Open again: ${label}` : `Confirm ${label}`}
          onClick={() => confirm.run({ point: point.point, confirmed: !isConfirmed })}
        >
          {isConfirmed ? 'Open again' : 'Confirm'}
        </Button>
      </div>
    </li>
  );
}
