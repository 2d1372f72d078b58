import { Link } from '@tanstack/react-router';
import type { CoachingSession } from '../../../../shared/learning/learning.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';

/** Browse Products, Start Learning for who owns something, and the ten plans. */
export function QuickActionsCard({ startWith }: { startWith: CoachingSession | undefined }) {
  return (
    <Card as="section" aria-labelledby="library-actions" className="flex flex-col">
      <h2 id="library-actions" className="text-lg font-semibold">
        Quick actions
      </h2>
      <p className="mt-1 mb-4 measure text-muted">Sessions and PDFs, bought one at a time or by plan.</p>
      <div className="mt-auto flex flex-wrap gap-2">
        {startWith && (
          <Link
            to="/coaching/$id"
            params={{ id: String(startWith.id) }}
            target="_blank"
            rel="noopener"
            className={buttonClass('primary')}
          >
            Start Learning
            <span className="sr-only"> with {startWith.title}, opens in a new tab</span>
          </Link>
        )}
        <Link to="/products" className={buttonClass('secondary')}>
          Browse Products
        </Link>
        <Link to="/coaching-pdfs" className={buttonClass('secondary')}>
          Coaching Plans
        </Link>
      </div>
    </Card>
  );
}
