import { Link, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { reviewTimeText } from '../../../shared/site-settings.ts';
import { timing } from '../../lib/timing.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { RangeGrid } from '../../ui/range-grid.tsx';
import { hideToasts } from '../../ui/toast.tsx';
import { useSiteSettings } from '../settings/use-site-settings.ts';
import { useWantedProduct } from './use-wanted-product.ts';

/**
 * Shown after registration. After three seconds, the page that the user came from is opened, or else the landing page.
 * @param next - a path on this site
 */
export function DocumentsReceived({ next }: { next: string | undefined }) {
  const { history } = useRouter();
  const settings = useSiteSettings();
  const heading = useRef<HTMLHeadingElement>(null);
  const label = useNextLabel(next);

  useEffect(() => {
    // The user has scrolled down the form. The browser would scroll the focused heading under the navigation bar, so
    // the page scrolls to the top instead.
    heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
    hideToasts();
    const timer = setTimeout(() => history.replace(next ?? '/'), timing.redirectAfterRegistration);
    return () => clearTimeout(timer);
  }, [history, next]);

  return (
    <Card as="section">
      <RangeGrid size="logo" className="w-14" />
      <h1 ref={heading} tabIndex={-1} className="mt-4 text-2xl font-bold">
        Documents Received!
      </h1>
      <p className="mt-2 measure text-muted">
        Your account is open and your KYC is pending admin review. This usually takes{' '}
        <span className="whitespace-nowrap">{reviewTimeText(settings)}</span>. You can look around in the
        meantime.
      </p>
      {next !== undefined && (
        <Button onClick={() => history.replace(next)} className="mt-6">
          {label}
        </Button>
      )}
      <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Link to="/" replace className={buttonClass('secondary')}>
          Go to the home page
        </Link>
        <p className="text-sm text-subtle">
          {next === undefined ? 'You will be taken there in a moment.' : 'You will continue in a moment.'}
        </p>
      </div>
    </Card>
  );
}

/** "Continue to River Decisions ($14.99)" if the user came from a product page. */
function useNextLabel(next: string | undefined): string {
  const wanted = useWantedProduct(next);
  if (wanted) return `Continue to ${wanted.title}${wanted.price && ` (${wanted.price})`}`;
  if (next?.startsWith('/products')) return 'Continue to the shop';
  return next?.startsWith('/subscription-plans') ? 'Continue to memberships' : 'Continue where you were';
}
