import type { AdminKycApplication } from '../../../../shared/kyc/kyc.ts';
import { kycReasonTexts } from '../../../../shared/kyc/kyc-reasons.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { kycStatusLabels } from '../../../lib/status-labels.ts';

/** The events of a case, newest first. */
export function ApplicationHistory({ application }: { application: AdminKycApplication }) {
  return (
    <ol className="flex flex-col gap-4 border-l-2 border-border pl-4">
      {application.supersededAt !== null && (
        <li>
          <p className="text-sm font-semibold">Replaced by a newer application</p>
          <p className="text-sm text-muted tabular">{formatDateTime(application.supersededAt)}</p>
        </li>
      )}
      {application.events.toReversed().map((event) => (
        <li key={event.id}>
          <p className="text-sm font-semibold">
            {eventText(event)}
            {event.actorName && <span className="font-normal text-muted"> by {event.actorName}</span>}
          </p>
          <p className="text-sm text-muted tabular">{formatDateTime(event.createdAt)}</p>
          {event.reasonCode && <p className="mt-1 text-sm">{kycReasonTexts[event.reasonCode].label}</p>}
          {event.note && <p className="mt-1 text-sm wrap-anywhere whitespace-pre-line">{event.note}</p>}
          {event.internalNote && (
            <p className="mt-1 text-sm wrap-anywhere whitespace-pre-line text-muted">
              Internal note: {event.internalNote}
            </p>
          )}
        </li>
      ))}
      {!application.events.some(({ kind }) => kind === 'submission') && (
        <li>
          <p className="text-sm font-semibold">Submitted</p>
          <p className="text-sm text-muted tabular">{formatDateTime(application.createdAt)}</p>
        </li>
      )}
    </ol>
  );
}

function eventText({ kind, toStatus }: AdminKycApplication['events'][number]): string {
  switch (kind) {
    case 'submission':
      return 'Submitted';
    case 'appeal':
      return 'Appealed';
    case 'undo':
      return `Decision undone, status is ${kycStatusLabels[toStatus].label.toLowerCase()} again`;
    case 'decision':
      return kycStatusLabels[toStatus].label;
  }
}
