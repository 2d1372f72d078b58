import type { ReactNode } from 'react';
import type { LockedSession as LockedSessionDetail } from '../../../../shared/learning/learning.ts';
import { formatCents } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { ProductCover } from '../../../ui/product-cover.tsx';
import { Prerequisites } from './prerequisites.tsx';
import { SessionHead, sessionGrid, sessionSide } from './session-head.tsx';

/** A session that has to be bought first: what it is, why it is locked and what opens it. */
export function LockedSession({ session, offer }: { session: LockedSessionDetail; offer: ReactNode }) {
  return (
    <article className={sessionGrid}>
      <div>
        <ProductCover
          number={session.sessionNumber}
          seed={session.id}
          className="mb-6 rounded-b-card sm:p-6"
        />
        <SessionHead session={session} />
      </div>
      <Card as="section" aria-label="Price" className={`flex h-fit flex-col gap-4 ${sessionSide}`}>
        <div className="flex items-center justify-between gap-4">
          <span className="text-2xl font-bold tabular">{formatCents(session.price)}</span>
          <Badge>Locked</Badge>
        </div>
        <p className="wrap-anywhere">{session.explanation}</p>
        {session.reason !== 'suspended' && offer}
      </Card>
      <div>
        <Prerequisites text={session.prerequisites} sessions={session.requiredSessions} />
      </div>
    </article>
  );
}
