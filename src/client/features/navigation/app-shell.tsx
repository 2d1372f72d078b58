import { type ReactNode, useRef } from 'react';
import type { CurrentUser } from '../../../shared/accounts.ts';
import { Toasts } from '../../ui/toast.tsx';
import { NavigationBar } from './navigation-bar.tsx';
import { RouteAnnouncer } from './route-announcer.tsx';
import { useHashScroll } from './use-hash-scroll.ts';

export type AppShellProps = {
  user: CurrentUser | null | undefined;
  onSignOut: () => void;
  path: string;
  hasHash: boolean;
  title: string;
  children: ReactNode;
};

/** What stands around every page: skip link, bar, main, messages. */
export function AppShell({ user, onSignOut, path, hasHash, title, children }: AppShellProps) {
  const main = useRef<HTMLElement>(null);
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
      <RouteAnnouncer path={path} title={title} main={main} hasHash={hasHash} />
      <Toasts />
    </div>
  );
}
