import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { heroTexts } from '../../shared/site-texts/hero-texts.ts';
import { SectionLink } from '../features/navigation/section-link.tsx';
import { ExternalButton } from '../features/public/external-button.tsx';
import { RangeStudy } from '../features/public/range-study.tsx';
import { useSiteSettings } from '../features/settings/use-site-settings.ts';
import { useTexts } from '../features/settings/use-texts.ts';
import { buttonClass } from '../ui/button.tsx';

/** The sections below the first screen. The browser loads their code after the first screen is hydrated. */
const LandingPageRest = import.meta.env.SSR
  ? (await import('./landing-page-rest.tsx')).LandingPageRest
  : lazy(async () => ({ default: (await import('./landing-page-rest.tsx')).LandingPageRest }));

/** /: the first screen, and the sections below it, whose code is loaded later. */
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
  const texts = useTexts(heroTexts);
  return (
    <section
      id="home"
      tabIndex={-1}
      aria-labelledby="hero-title"
      data-texts="hero"
      className="relative mx-auto grid max-w-6xl items-center gap-x-16 gap-y-12 px-4 pt-8 pb-16 sm:px-6 lg:grid-cols-[1fr_minmax(0,30rem)] lg:pt-16 lg:pb-24"
    >
      <div>
        <h1 id="hero-title" className="text-3xl font-bold tracking-[-0.025em] sm:text-4xl">
          {texts.heroTitle}
        </h1>
        <p className="mt-4 measure text-lg whitespace-pre-line text-muted">{texts.heroLead}</p>
        <div className="mt-8 flex flex-wrap gap-3">
          <Link to="/products" className={buttonClass('primary', 'large')}>
            Start Training
          </Link>
          {watchDemoUrl ? (
            <ExternalButton href={watchDemoUrl} whileUnset="Coming soon" size="large">
              Watch Demo
            </ExternalButton>
          ) : (
            <SectionLink section="demo" className={buttonClass('secondary', 'large')}>
              Watch Demo
            </SectionLink>
          )}
        </div>
        <p className="mt-6 text-sm text-muted">{texts.heroNote}</p>
      </div>
      <RangeStudy />
    </section>
  );
}
