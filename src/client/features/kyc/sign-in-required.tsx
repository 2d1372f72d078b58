import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { RangeGrid } from '../../ui/range-grid.tsx';

/** What a visitor sees in place of the page. */
export function SignInRequired() {
  return (
    <Card as="section">
      <RangeGrid variant="empty" className="mb-4 w-16" />
      <h1 className="text-xl font-semibold">Authentication Required</h1>
      <p className="mt-1 mb-6 measure text-muted">
        Please log in to send your documents and to see how far your verification is.
      </p>
      <a href="/api/login?next=/kyc" className={buttonClass('primary')}>
        Log In
      </a>
    </Card>
  );
}
