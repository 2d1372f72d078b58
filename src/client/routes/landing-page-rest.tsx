import { useEffect, useRef } from 'react';
import { ContactSection } from '../features/messages/contact-section.tsx';
import { AccountCards } from '../features/public/account-cards.tsx';
import { Community } from '../features/public/community.tsx';
import { Footer } from '../features/public/footer.tsx';
import { LegalBlock } from '../features/public/legal-block.tsx';
import { OfferStrip } from '../features/public/offer-strip.tsx';
import { PlayMoneyClient } from '../features/public/play-money-client.tsx';
import { Prices } from '../features/public/prices.tsx';
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
