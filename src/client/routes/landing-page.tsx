import { lazy, Suspense } from 'react';
import { Hero } from '../features/public/hero.tsx';

/** The server draws it with the page; in the browser its code comes when the first screen is alive. */
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
