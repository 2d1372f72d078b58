import { ContactSection } from '../features/contact/contact-section.tsx';
import { AccountCards } from '../features/landing/account-cards.tsx';
import { Community } from '../features/landing/community.tsx';
import { Footer } from '../features/landing/footer.tsx';
import { LegalBlock } from '../features/landing/legal-block.tsx';
import { OfferStrip } from '../features/landing/offer-strip.tsx';
import { PlayMoneyClient } from '../features/landing/play-money-client.tsx';
import { Prices } from '../features/landing/prices.tsx';

/** Everything of `/` that nobody sees before scrolling. */
export function LandingPageRest() {
  return (
    <>
      <OfferStrip />
      <PlayMoneyClient />
      <Prices />
      <LegalBlock />
      <AccountCards />
      <Community />
      <ContactSection />
      <Footer />
    </>
  );
}
