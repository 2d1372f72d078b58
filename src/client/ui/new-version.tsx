import { formatDate } from '../lib/format.ts';
import { Badge } from './badge.tsx';

/**
 * A badge for a PDF whose file was replaced after the user last opened it.
 * @param since - when the file was replaced; without it, nothing is shown
 */
export function NewVersion({ since }: { since: string | undefined }) {
  if (since === undefined) return null;
  return (
    <p>
      <Badge tone="accent">New version {formatDate(since)}</Badge>
    </p>
  );
}
