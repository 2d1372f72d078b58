import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { ContactSection } from '../features/messages/contact-section.tsx';
import { Coaches } from '../features/public/coaches.tsx';
import { Community } from '../features/public/community.tsx';
import { Footer } from '../features/public/footer.tsx';
import { HandDemo } from '../features/public/hand-demo/hand-demo.tsx';
import { LegalBlock } from '../features/public/legal-block.tsx';
import { OfferStrip } from '../features/public/offer-strip.tsx';
import { PlayMoneyClient } from '../features/public/play-money-client.tsx';
import { Prices } from '../features/public/prices.tsx';
import { useSiteSettings } from '../features/settings/use-site-settings.ts';
import { announceAlive } from '../lib/early-press.ts';
import { buttonClass } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';

/** The landing page below the first screen. */
export function LandingPageRest() {
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // React does not remove an attribute that is unchanged.
    part.current?.removeAttribute('data-asleep');
    announceAlive();
  }, []);
  return (
    <div ref={part} data-asleep="">
      <OfferStrip />
      <HandDemo />
      <Coaches />
      <PlayMoneyClient />
      <Prices />
      <LegalBlock />
      <AccountCards />
      <Community />
      <ContactSection />
      <Footer />
    </div>
  );
}

/** The cards that link to Sign Up and Login. */
function AccountCards() {
  const { reviewHoursFrom, reviewHoursTo } = useSiteSettings();
  return (
    <section aria-labelledby="account-title" className="mx-auto max-w-6xl px-4 pt-16 sm:px-6 lg:pt-24">
      <h2 id="account-title" className="text-2xl font-bold sm:text-3xl">
        Take a seat at the desk
      </h2>
      <div className="mt-8 grid gap-4 md:grid-cols-2 md:gap-6">
        <Card className="flex flex-col items-start gap-3">
          <h3 className="text-lg font-semibold">New here?</h3>
          <p className="mb-2 measure flex-1 text-muted">
            Register with your details and both sides of an identity document. A person looks at it, usually
            within {reviewHoursFrom} to {reviewHoursTo} hours.
          </p>
          <Link to="/auth" search={{ tab: 'signup' }} className={buttonClass('primary')}>
            Register
          </Link>
        </Card>
        <Card className="flex flex-col items-start gap-3">
          <h3 className="text-lg font-semibold">Welcome back</h3>
          <p className="mb-2 measure flex-1 text-muted">
            Your library, your downloads and the session you left half-way are where you put them.
          </p>
          <Link to="/auth" className={buttonClass('secondary')}>
            Log in
          </Link>
        </Card>
      </div>
    </section>
  );
}
