import type { KycCase } from '../../../../shared/kyc/kyc.ts';
import { formatDateTime } from '../../../lib/format.ts';

const sideNames = { front: 'Front side', back: 'Back side' } as const;

export function DocumentViews({ views }: { views: KycCase['documentViews'] }) {
  if (views.length === 0) return null;
  return (
    <details>
      <summary className="cursor-pointer text-lg font-semibold">Document views</summary>
      <ol className="mt-3 flex flex-col gap-2 text-sm">
        {views.map((view) => (
          <li key={view.id}>
            {sideNames[view.side]} {view.how} by {view.byName ?? 'a deleted account'}
            <span className="block text-muted tabular">{formatDateTime(view.at)}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}
