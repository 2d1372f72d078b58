import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { RangeGrid } from '../../../ui/range-grid.tsx';

/** What a visitor sees in place of the plans. */
export function SignInCard() {
  return (
    <Card as="section">
      <RangeGrid variant="empty" className="mb-4 w-16" />
      <h1 className="text-xl font-semibold">Please log in to access coaching PDFs</h1>
      <p className="mt-1 mb-6 measure text-muted">
        The first coaching plans are open to everybody with an account; the others come with a plan.
      </p>
      <div className="flex flex-wrap gap-2">
        <Link to="/auth" search={{ next: '/coaching-pdfs' }} className={buttonClass('primary')}>
          Go to Login
        </Link>
        <Link to="/subscription-plans" className={buttonClass('secondary')}>
          View Plans
        </Link>
      </div>
    </Card>
  );
}
