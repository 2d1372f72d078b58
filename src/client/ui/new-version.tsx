import { formatDate } from '../lib/format.ts';
import { Badge } from './badge.tsx';

/** A badge for a PDF whose file was replaced since the user opened it. */
export function NewVersion({ openedAt }: { openedAt: string | undefined }) {
  if (openedAt === undefined) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
      <Badge tone="accent">New version</Badge>
      You opened the last one on {formatDate(openedAt)}.
    </p>
  );
}
