import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import type { CurrentUser } from '../../../shared/auth/accounts.ts';
import { NavigationBar } from './navigation-bar.tsx';
import { RouteAnnouncer } from './route-announcer.tsx';
import { SiteFooter } from './site-footer.tsx';
import { useHashScroll } from './use-hash-scroll.ts';

/** No message can be due before the page can be used: their place loads after it. */
const Messages = lazy(async () => ({ default: (await import('./offline-line.tsx')).Messages }));

export type AppShellProps = {
  user: CurrentUser | null | undefined;
  onSignOut: () => void;
  path: string;
  hasHash: boolean;
  title: string;
  /** Stays in sight at the lower edge until it is settled. */
  standingNotice: ReactNode;
  children: ReactNode;
};

/** What stands around every page: skip link, bar, main, footer, standing notice, messages. */
export function AppShell({ user, onSignOut, path, hasHash, title, standingNotice, children }: AppShellProps) {
  const main = useRef<HTMLElement>(null);
  const [usable, setUsable] = useState(false);
  useEffect(() => setUsable(true), []);
  useHashScroll();
  return (
    <div className="flex min-h-dvh flex-col has-[[data-bottom-bar]:not(:empty)]:[--bottom-bar:3.5rem]">
      {/* biome-ignore lint/a11y/useValidAnchor: it does go to #main, only without the hash in the address */}
      <a
        href="#main"
        onClick={(event) => {
          // A hash in the address would start the section scroll.
          event.preventDefault();
          main.current?.focus();
        }}
        className="fixed top-2 left-2 z-60 -translate-y-20 rounded-control bg-primary px-4 py-2 font-semibold text-on-primary focus:translate-y-0"
      >
        Skip to content
      </a>
      <NavigationBar user={user} onSignOut={onSignOut} />
      {/* At least as high as the window: the footer never jumps while a page is on its way. */}
      <main ref={main} id="main" tabIndex={-1} className="min-h-[calc(100dvh-4rem)] flex-1">
        {children}
      </main>
      <SiteFooter />
      {/* Below everything, so that it moves nothing when it comes in late, and has room of its own at the page's end. */}
      {standingNotice && (
        <div
          data-bottom-bar
          className="sticky bottom-0 z-30 grid min-h-14 empty:hidden [@media(max-height:20rem)]:static print:hidden"
        >
          {standingNotice}
        </div>
      )}
      <RouteAnnouncer path={path} title={title} main={main} hasHash={hasHash} />
      {usable && (
        <Suspense fallback={null}>
          <Messages />
        </Suspense>
      )}
    </div>
  );
}
