import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { SectionLink } from '../features/navigation/section-link.tsx';
import { ExternalButton } from '../features/public/external-button.tsx';
import { RangeStudy } from '../features/public/range-study.tsx';
import { useSiteSettings } from '../features/settings/use-site-settings.ts';
import { buttonClass } from '../ui/button.tsx';

/** The server renders it with the page. The browser loads its code once the first screen is hydrated. */
const LandingPageRest = import.meta.env.SSR
  ? (await import('./landing-page-rest.tsx')).LandingPageRest
  : lazy(async () => ({ default: (await import('./landing-page-rest.tsx')).LandingPageRest }));

/** `/` with the sections home, training and contact. */
export function LandingPage() {
  return (
    <>
      <Hero />
      <Suspense fallback={<div className="min-h-screen" />}>
        <LandingPageRest />
      </Suspense>
    </>
  );
}

function Hero() {
  const { watchDemoUrl } = useSiteSettings();
  return (
    <section
      id="home"
      tabIndex={-1}
      aria-labelledby="hero-title"
      className="mx-auto grid max-w-6xl items-center gap-x-16 gap-y-12 px-4 pt-8 pb-16 sm:px-6 lg:grid-cols-[1fr_minmax(0,30rem)] lg:pt-16 lg:pb-24"
    >
      <div>
        <h1 id="hero-title" className="text-3xl font-bold tracking-[-0.025em] sm:text-4xl">
          Master the game in the hands you keep getting wrong
        </h1>
        <p className="mt-4 measure text-lg text-muted">
          Nobody loses a game on aces. It is lost on the hands at the edge of the range, a little at a time.
          Our coaching plans and sessions take those hands apart one by one, until the right play is the one
          you make without thinking.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <Link to="/products" className={buttonClass('primary', 'large')}>
            Start Training
          </Link>
          {watchDemoUrl ? (
            <ExternalButton address={watchDemoUrl} whileUnset="Coming soon" size="large">
              Watch Demo
            </ExternalButton>
          ) : (
            <SectionLink section="demo" className={buttonClass('secondary', 'large')}>
              Watch Demo
            </SectionLink>
          )}
        </div>
        <p className="mt-6 text-sm text-muted">Coaching only. Nothing here is wagered.</p>
      </div>
      <RangeStudy />
    </section>
  );
}
