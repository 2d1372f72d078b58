import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { times } from '../../../shared/limits.ts';
import { reviewTimeText } from '../../../shared/site-settings.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { RangeGrid } from '../../ui/range-grid.tsx';
import { hideToasts } from '../../ui/toast.tsx';
import { useSiteSettings } from '../settings/use-site-settings.ts';

/** After the registration: the card, then the landing page after three seconds (S1 §2, §9). */
export function DocumentsReceived() {
  const navigate = useNavigate();
  const hours = useSiteSettings();
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    // The form that stood here was long: from its end the focus alone would leave the heading behind the bar.
    heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
    hideToasts();
    const timer = setTimeout(() => navigate({ to: '/', replace: true }), times.redirectAfterRegistration);
    return () => clearTimeout(timer);
  }, [navigate]);

  return (
    <Card as="section">
      <RangeGrid size="logo" className="w-14" />
      <h1 ref={heading} tabIndex={-1} className="mt-4 text-2xl font-bold">
        Documents Received!
      </h1>
      <p className="mt-2 measure text-muted">
        Your account is open and your KYC is pending admin review. This usually takes{' '}
        <span className="whitespace-nowrap">{reviewTimeText(hours)}</span>. You can look around in the
        meantime.
      </p>
      <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Link to="/" replace className={buttonClass('secondary')}>
          Go to the home page
        </Link>
        <p className="text-sm text-subtle">You are taken there in a moment.</p>
      </div>
    </Card>
  );
}
