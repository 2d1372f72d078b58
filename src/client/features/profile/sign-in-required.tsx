import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { RangeGrid } from '../../ui/range-grid.tsx';

/** What a visitor sees in place of the page. */
export function SignInRequired() {
  return (
    <Card as="section">
      <RangeGrid variant="empty" className="mb-4 w-16" />
      <h1 className="text-xl font-semibold">Authentication Required</h1>
      <p className="mt-1 mb-6 measure text-muted">Please log in to see and change your profile.</p>
      <Link to="/auth" search={{ next: '/profile' }} className={buttonClass('primary')}>
        Go to Login
      </Link>
    </Card>
  );
}
