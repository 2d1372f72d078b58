import { Link } from '@tanstack/react-router';
import type { OpenSession } from '../../../../shared/learning/learning.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { RangeGrid } from '../../../ui/range-grid.tsx';

/** The way on. */
export function NextSession({ next }: { next: NonNullable<OpenSession['next']> }) {
  return (
    <section aria-labelledby="session-next">
      <h2 id="session-next" className="mb-2 text-xl font-semibold">
        Next session
      </h2>
      <Card interactive className="flex items-center gap-4">
        <RangeGrid number={next.id} className="w-16 shrink-0" />
        <div className="min-w-0">
          <p className="text-sm text-muted tabular">Session {next.sessionNumber}</p>
          <Link
            to="/coaching/$id"
            params={{ id: String(next.id) }}
            className="rounded-control text-lg font-semibold wrap-anywhere after:absolute after:inset-0 after:rounded-card"
          >
            {next.title}
          </Link>
          {!next.accessible && (
            <p className="mt-1">
              <Badge>Locked</Badge>
            </p>
          )}
        </div>
      </Card>
    </section>
  );
}
