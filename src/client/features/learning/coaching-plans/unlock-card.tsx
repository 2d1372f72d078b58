import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';

/** For users of the free plan. */
export function UnlockCard() {
  return (
    <Card
      as="section"
      aria-labelledby="unlock-plans"
      className="mb-6 flex flex-wrap items-center justify-between gap-x-8 gap-y-4"
    >
      <div className="min-w-0">
        <h2 id="unlock-plans" className="text-lg font-semibold">
          Unlock Advanced Coaching
        </h2>
        <p className="mt-1 measure text-muted">
          Your free plan opens the first of them. Each higher plan opens more, and Diamond all ten.
        </p>
      </div>
      <Link to="/subscription-plans" className={buttonClass('primary')}>
        View Plans
      </Link>
    </Card>
  );
}
