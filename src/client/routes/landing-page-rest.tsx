import { useEffect, useRef } from 'react';
import { ContactSection } from '../features/contact/contact-section.tsx';
import { AccountCards } from '../features/landing/account-cards.tsx';
import { Community } from '../features/landing/community.tsx';
import { Footer } from '../features/landing/footer.tsx';
import { LegalBlock } from '../features/landing/legal-block.tsx';
import { OfferStrip } from '../features/landing/offer-strip.tsx';
import { PlayMoneyClient } from '../features/landing/play-money-client.tsx';
import { Prices } from '../features/landing/prices.tsx';
import { announceAlive } from '../lib/early-press.ts';

/** Everything of `/` that nobody sees before scrolling. */
export function LandingPageRest() {
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // React never takes an attribute off that stays the same.
    part.current?.removeAttribute('data-asleep');
    announceAlive();
  }, []);
  return (
    <div ref={part} data-asleep="">
      <OfferStrip />
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
