import { Link } from '@tanstack/react-router';
import { isOpenToAll } from '../../../../shared/access/access-rules.ts';
import type { CoachingSession, ProgressStatus } from '../../../../shared/learning/learning.ts';
import { formatDuration } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { Difficulty } from '../../../ui/difficulty.tsx';
import { ProductCover } from '../../../ui/product-cover.tsx';

export type SessionCardProps = { session: CoachingSession; status: ProgressStatus | undefined };

/** A coaching session that the user may open. The whole card is a link. */
export function SessionCard({ session, status }: SessionCardProps) {
  return (
    <Card as="li" padded={false} interactive className="flex flex-col">
      <ProductCover
        kind="Session"
        number={session.sessionNumber}
        seed={session.id}
        coverUrl={session.coverUrl}
        coverAlt={session.coverAlt}
      />
      <div className="flex flex-1 flex-col gap-2 p-4">
        <div className="flex items-center justify-between gap-2">
          <span className="text-sm text-muted tabular">
            Session {session.sessionNumber}
            {session.estimatedDuration !== null && ` · ${formatDuration(session.estimatedDuration)}`}
          </span>
          <AccessBadge session={session} />
        </div>
        <h3 className="text-lg font-semibold wrap-anywhere">
          <Link
            to="/coaching/$id"
            params={{ id: String(session.id) }}
            className="text-text no-underline after:absolute after:inset-0 after:rounded-card after:content-['']"
          >
            {session.title}
          </Link>
        </h3>
        <div className="mt-auto flex flex-wrap items-center justify-between gap-2">
          <Difficulty level={session.difficulty} />
          {status && <span className="text-sm text-muted">{progressLabels[status]}</span>}
        </div>
      </div>
    </Card>
  );
}

const progressLabels: Record<ProgressStatus, string> = {
  in_progress: 'In progress',
  completed: 'Completed',
};

function AccessBadge({ session }: { session: CoachingSession }) {
  if (!session.isPurchaseRequired) return <Badge tone="primary">Free</Badge>;
  if (session.owned) return <Badge tone="success">Owned</Badge>;
  const openToAll = isOpenToAll({ type: 'session', productNumber: session.sessionNumber });
  return <Badge>{openToAll ? 'Open to all' : 'Open to you as an admin'}</Badge>;
}
