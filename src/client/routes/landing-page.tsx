import { ContactSection } from '../features/contact/contact-section.tsx';
import { AccountCards } from '../features/landing/account-cards.tsx';
import { Community } from '../features/landing/community.tsx';
import { Footer } from '../features/landing/footer.tsx';
import { Hero } from '../features/landing/hero.tsx';
import { LegalBlock } from '../features/landing/legal-block.tsx';
import { OfferStrip } from '../features/landing/offer-strip.tsx';
import { PlayMoneyClient } from '../features/landing/play-money-client.tsx';

/** `/` with the sections home, training and contact (S1 §1, §2). */
export function LandingPage() {
  return (
    <>
      <Hero />
      <OfferStrip />
      <PlayMoneyClient />
      <LegalBlock />
      <AccountCards />
      <Community />
      <ContactSection />
      <Footer />
    </>
  );
}
