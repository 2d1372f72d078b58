import { Link, useRouterState } from '@tanstack/react-router';
import { type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import type { SignedInUser } from '../../../shared/auth/accounts.ts';
import { companyLine } from '../../../shared/site-settings.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { scrollToSection } from '../../lib/scroll-to-section.ts';
import { timing } from '../../lib/timing.ts';
import { useHydrated, useHydratedSoon } from '../../lib/use-hydrated.ts';
import { useSiteSettings } from '../settings/use-site-settings.ts';
import { NavigationBar } from './navigation-bar.tsx';
import { SectionLink } from './section-link.tsx';

/** Loaded after the page, because these messages cannot appear before the page is interactive. */
const PageMessages = lazyPart(async () => (await import('./page-messages.tsx')).PageMessages);

export type AppShellProps = {
  user: SignedInUser | null | undefined;
  path: string;
  title: string;
  /** Stays visible at the bottom edge of the window. */
  notice: ReactNode;
  children: ReactNode;
};

/** The layout of each page: skip link, navigation bar, main, footer, notice, offline banner, toasts. */
export function AppShell({ user, path, title, notice, children }: AppShellProps) {
  const main = useRef<HTMLElement>(null);
  const hydrated = useHydratedSoon();
  useHashScroll();
  return (
    <div className="flex min-h-dvh flex-col">
      {/* biome-ignore lint/a11y/useValidAnchor: a click focuses #main, without a hash in the URL */}
      <a
        href="#main"
        onClick={(event) => {
          // A hash in the URL would start `useHashScroll`.
          event.preventDefault();
          main.current?.focus();
        }}
        className="fixed top-2 left-2 z-60 -translate-y-20 rounded-control bg-primary px-4 py-2 font-semibold text-on-primary focus:translate-y-0"
      >
        Skip to content
      </a>
      <NavigationBar user={user} />
      {/* At least as tall as the window below the navigation bar, so that the footer does not jump while a page
          loads. */}
      <main ref={main} id="main" tabIndex={-1} className="min-h-[calc(100dvh-4rem)] flex-1">
        {children}
      </main>
      <SiteFooter />
      {/* Last in the layout, so that a notice that appears late shifts nothing and does not cover the footer. */}
      {notice && (
        <div
          data-bottom-bar
          className="sticky bottom-0 z-30 grid min-h-14 empty:hidden [@media(max-height:20rem)]:static print:hidden"
        >
          {notice}
        </div>
      )}
      <RouteAnnouncer path={path} title={title} main={main} />
      {hydrated && (
        <Suspense fallback={null}>
          <PageMessages />
        </Suspense>
      )}
    </div>
  );
}

type RouteAnnouncerProps = {
  /** Path of the page without query and hash, because a tab or a filter is not a new page. */
  path: string;
  title: string;
  main: RefObject<HTMLElement | null>;
};

/**
 * Does for client-side navigation what a page load does: announces the title and moves the keyboard focus to the top of
 * the content. On the first page, the browser does this.
 */
function RouteAnnouncer({ path, title, main }: RouteAnnouncerProps) {
  const [announced, setAnnounced] = useState('');
  const lastPath = useRef(path);
  const hasHash = useRouterState({ select: (state) => state.location.hash !== '' });

  useEffect(() => {
    document.title = title;
    if (lastPath.current === path) return;
    lastPath.current = path;
    setAnnounced(title);
    // With a hash, the focus moves to the section that it names instead.
    if (!hasHash) main.current?.focus({ preventScroll: true });
  }, [path, title, main, hasHash]);

  return (
    <p id="route-announcer" aria-live="polite" className="sr-only">
      {announced}
    </p>
  );
}

/** How many times to look for a section that does not exist yet, because its page is still loading. */
const attempts = 30;

/**
 * Scrolls to the section in the URL hash, at the earliest after `timing.hashScrollDelay`. Does nothing in two cases:
 * - The server rendered the section. The browser then scrolled to it before hydration, and the user may have scrolled
 *   on.
 * - The section has or had the focus. A click on a link to the section then scrolled to it.
 */
function useHashScroll(): void {
  const hash = useRouterState({ select: (state) => state.location.hash });
  const path = useRouterState({ select: (state) => state.location.pathname });
  const isHydrating = useRef(!useHydrated());
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same hash on another page is another section
  useEffect(() => {
    const isRendered = isHydrating.current && document.getElementById(hash) !== null;
    isHydrating.current = false;
    if (!hash || isRendered) return;
    let attemptsLeft = attempts;
    let hasScrolled = false;
    function noticeFocus() {
      hasScrolled ||= document.activeElement?.id === hash;
    }
    noticeFocus();
    document.addEventListener('focusin', noticeFocus);
    const timer = setInterval(() => {
      attemptsLeft -= 1;
      hasScrolled ||= scrollToSection(hash);
      if (hasScrolled || attemptsLeft === 0) clearInterval(timer);
    }, timing.hashScrollDelay);
    return () => {
      document.removeEventListener('focusin', noticeFocus);
      clearInterval(timer);
    };
  }, [hash, path]);
}

const linkClass = 'inline-flex min-h-8 items-center hover:text-text hover:underline';

/** The line at the end of each page: site owner, cookies, legal pages, contact and API. */
function SiteFooter() {
  const settings = useSiteSettings();
  const { academyName } = settings;
  const company = companyLine(settings);
  return (
    <footer className="border-t border-border bg-sunken pb-[var(--page-actions,0px)] text-sm text-muted print:hidden">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-8 gap-y-2 px-4 py-5 in-[body:has([data-full-width])]:max-w-[88rem] sm:px-6">
        <p>
          {/* The server may have rendered the page in a different year. */}©{' '}
          <span suppressHydrationWarning>{new Date().getFullYear()}</span> {academyName}. Only necessary
          cookies, no tracking.
          {company && <span className="block">{company}</span>}
        </p>
        <ul className="flex flex-wrap gap-x-4 sm:gap-x-6">
          <li>
            <Link to="/privacy-policy" className={linkClass}>
              Privacy Policy
            </Link>
          </li>
          <li>
            <Link to="/terms-of-service" className={linkClass}>
              Terms of Service
            </Link>
          </li>
          <li>
            <SectionLink section="contact" className={linkClass}>
              Contact us
            </SectionLink>
          </li>
          <li>
            <a href="/api/docs" className={linkClass}>
              API
            </a>
          </li>
        </ul>
      </div>
    </footer>
  );
}
