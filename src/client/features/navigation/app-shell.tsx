import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import type { CurrentUser } from '../../../shared/accounts.ts';
import { NavigationBar } from './navigation-bar.tsx';
import { RouteAnnouncer } from './route-announcer.tsx';
import { SiteFooter } from './site-footer.tsx';
import { useHashScroll } from './use-hash-scroll.ts';

/** No message can be due before the page can be used: their place loads after it. */
const Toasts = lazy(async () => ({ default: (await import('../../ui/toast.tsx')).Toasts }));

export type AppShellProps = {
  user: CurrentUser | null | undefined;
  onSignOut: () => void;
  path: string;
  hasHash: boolean;
  title: string;
  description: string | undefined;
  children: ReactNode;
};

/** What stands around every page: skip link, bar, main, messages. */
export function AppShell({ user, onSignOut, path, hasHash, title, description, children }: AppShellProps) {
  const main = useRef<HTMLElement>(null);
  const [usable, setUsable] = useState(false);
  useEffect(() => setUsable(true), []);
  useHashScroll();
  return (
    <div className="flex min-h-dvh flex-col">
      {/* biome-ignore lint/a11y/useValidAnchor: it does go to #main, only without the hash in the address */}
      <a
        href="#main"
        onClick={(event) => {
          // A hash in the address would start the section scroll of S1 §2.
          event.preventDefault();
          main.current?.focus();
        }}
        className="fixed top-2 left-2 z-60 -translate-y-20 rounded-control bg-primary px-4 py-2 font-semibold text-on-primary focus:translate-y-0"
      >
        Skip to content
      </a>
      <NavigationBar user={user} onSignOut={onSignOut} />
      <main ref={main} id="main" tabIndex={-1} className="flex-1">
        {children}
      </main>
      {/* The landing page has a footer of its own, with more in it (S1 §1). */}
      {path !== '/' && <SiteFooter />}
      <RouteAnnouncer path={path} title={title} description={description} main={main} hasHash={hasHash} />
      {usable && (
        <Suspense fallback={null}>
          <Toasts />
        </Suspense>
      )}
    </div>
  );
}
