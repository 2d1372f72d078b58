import { Link } from '@tanstack/react-router';
import { Suspense, useEffect, useRef } from 'react';
import { landingTexts } from '../../shared/site-texts/landing-texts.ts';
import { ContactSection } from '../features/messages/contact-section.tsx';
import { Coaches } from '../features/public/coaches.tsx';
import { Community } from '../features/public/community.tsx';
import { Footer } from '../features/public/footer.tsx';
import { HandDemo } from '../features/public/hand-demo/hand-demo.tsx';
import { LegalBlock } from '../features/public/legal-block.tsx';
import { OfferStrip } from '../features/public/offer-strip.tsx';
import { PlayMoneyClient } from '../features/public/play-money-client.tsx';
import { Prices } from '../features/public/prices.tsx';
import { useCurrentUser } from '../features/session/use-current-user.ts';
import { useSiteSettings } from '../features/settings/use-site-settings.ts';
import { useTexts } from '../features/settings/use-texts.ts';
import { announceHydrated } from '../lib/early-input.ts';
import { lazyPart } from '../lib/lazy-part.ts';
import { buttonClass } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { FilledText } from '../ui/filled-text.tsx';

const EditPage = lazyPart(async () => (await import('../features/settings/texts/edit-page.tsx')).EditPage);

/** The landing page below the first screen. */
export function LandingPageRest() {
  const part = useRef<HTMLDivElement>(null);
  const { user } = useCurrentUser();
  useEffect(() => {
    // React does not remove the attribute, because it is the same in each rendering.
    part.current?.removeAttribute('data-not-hydrated');
    announceHydrated();
  }, []);
  return (
    <div ref={part} data-not-hydrated="">
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
      {user?.role === 'admin' && (
        <Suspense fallback={null}>
          <EditPage />
        </Suspense>
      )}
    </div>
  );
}

function AccountCards() {
  const { reviewHoursFrom, reviewHoursTo } = useSiteSettings();
  const texts = useTexts(landingTexts);
  const { user } = useCurrentUser();
  return (
    <section
      aria-labelledby="account-title"
      data-texts="accounts"
      className="relative mx-auto max-w-6xl px-4 pt-16 sm:px-6 lg:pt-24"
    >
      <h2 id="account-title" className="text-2xl font-bold sm:text-3xl">
        {texts.accountsTitle}
      </h2>
      <div className="mt-8 grid gap-4 md:grid-cols-2 md:gap-6">
        {/* Admins also see the card for visitors, so that they can edit its text. */}
        {(!user || user.role === 'admin') && (
          <Card className="flex flex-col items-start gap-3">
            <h3 className="text-lg font-semibold">{texts.accountNewTitle}</h3>
            <p className="mb-2 measure flex-1 whitespace-pre-line text-muted">
              <FilledText
                text={texts.accountNewText}
                values={{ hours: `${reviewHoursFrom} to ${reviewHoursTo}` }}
              />
            </p>
            {!user && (
              <Link to="/auth" search={{ tab: 'signup' }} className={buttonClass('primary')}>
                Register
              </Link>
            )}
          </Card>
        )}
        <Card className="flex flex-col items-start gap-3 only:col-span-full">
          <h3 className="text-lg font-semibold">{texts.accountBackTitle}</h3>
          <p className="mb-2 measure flex-1 whitespace-pre-line text-muted">{texts.accountBackText}</p>
          {user ? (
            <Link to="/coaching" className={buttonClass('secondary')}>
              My Learning Library
            </Link>
          ) : (
            <Link to="/auth" className={buttonClass('secondary')}>
              Log in
            </Link>
          )}
        </Card>
      </div>
    </section>
  );
}
