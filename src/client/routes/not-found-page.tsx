import { Link } from '@tanstack/react-router';
import { buttonClass } from '../ui/button.tsx';
import { Page, PageHeader } from '../ui/page.tsx';
import { RangeGrid } from '../ui/range-grid.tsx';

/** Shown for any path without a page. */
export function NotFoundPage() {
  return (
    <Page width="medium">
      <RangeGrid variant="empty" className="mb-8 w-24" />
      <PageHeader
        title="404 Page Not Found"
        lead="Did you forget to add the page to the router?"
        className="mb-6"
      />
      <div className="flex flex-wrap gap-2">
        <Link to="/" className={buttonClass('primary')}>
          Go to the home page
        </Link>
        <Link to="/products" className={buttonClass('secondary')}>
          Browse Products
        </Link>
      </div>
    </Page>
  );
}
