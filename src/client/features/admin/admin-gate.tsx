import { Link, useLocation } from '@tanstack/react-router';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { RangeGrid } from '../../ui/range-grid.tsx';

/** What a visitor sees on an admin page. Logging in returns to the page, with its search parameters. */
export function AdminSignIn() {
  const next = useLocation({ select: ({ href }) => href });
  return (
    <Card as="section">
      <RangeGrid variant="empty" className="mb-4 w-16" />
      <h1 className="text-xl font-semibold">Authentication Required</h1>
      <p className="mt-1 mb-6 measure text-muted">Please log in with an admin account to open this page.</p>
      <Link to="/auth" search={{ next }} className={buttonClass('primary')}>
        Go to Login
      </Link>
    </Card>
  );
}

/** What a user without admin rights sees on an admin page. */
export function AccessDenied() {
  return (
    <Card as="section">
      <RangeGrid variant="empty" className="mb-4 w-16" />
      <h1 className="text-xl font-semibold">Access Denied</h1>
      <p className="mt-1 mb-6 measure text-muted">You need admin privileges to access this page.</p>
      <Link to="/coaching" className={buttonClass('secondary')}>
        Open my library
      </Link>
    </Card>
  );
}
