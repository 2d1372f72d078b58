import { Link, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import type { SignedInUser } from '../../../shared/auth/accounts.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { timing } from '../../lib/timing.ts';
import { useHydratedSoon } from '../../lib/use-hydrated.ts';
import { buttonClass } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { AcademyBrand } from '../settings/academy-brand.tsx';
import { SiteMenu } from './site-menu.tsx';

/** Loaded only for logged-in users, so that visitors do not download it. */
const AccountMenu = lazyPart(async () => (await import('./account-menu.tsx')).AccountMenu);
const NotificationBell = lazyPart(async () => (await import('./notification-bell.tsx')).NotificationBell);

/** Reserves the space of the bell and the account menu, on phones and on wider screens, until they are loaded. */
const bellAndMenuSpace = <span className="w-23 sm:w-24" />;

export type NavigationBarProps = {
  /**
   * Undefined while it is unknown whether a user is logged in. Neither the login button nor the account menu is
   * rendered then.
   */
  user: SignedInUser | null | undefined;
};

const inlineLink =
  'inline-flex min-h-11 items-center rounded-control px-3 font-medium text-muted hover:text-text ' +
  'data-[status=active]:text-text';

/** With large text on a phone, less padding leaves room for two words on a line. */
const loginClass = `${buttonClass('primary', 'small')} max-[22rem]:px-1`;

export function NavigationBar({ user }: NavigationBarProps) {
  const scrolled = useScrolled(timing.navigationScrollThreshold);
  const hydrated = useHydratedSoon();
  const next = useRouterState({
    select: ({ location: { pathname, href } }) =>
      // The rendered page of a product is the same for all query strings.
      pathname.startsWith('/products/') ? (hydrated ? href : pathname) : undefined,
  });
  return (
    <header
      data-scrolled={scrolled || undefined}
      className={classNames(
        'sticky top-0 z-40 border-b print:hidden [@media(max-height:20rem)]:relative transition-[background-color,border-color,box-shadow]',
        scrolled ? 'border-border bg-surface shadow-float' : 'border-transparent bg-bg',
      )}
    >
      <nav
        aria-label="Main"
        className="relative mx-auto flex h-16 max-w-6xl items-center justify-between gap-2 px-4 sm:gap-4 in-[body:has([data-full-width])]:max-w-[88rem] sm:px-6"
      >
        <div className="flex min-w-0 items-center gap-2 lg:gap-6">
          <Link
            to="/"
            className="inline-flex min-h-11 min-w-0 items-center gap-2 rounded-control font-bold text-text sm:gap-3 sm:pr-2 sm:text-lg"
          >
            {/* The name is hidden where only the logo has room: beside the links of a user on a phone, and at 400% zoom
                (320 px). */}
            <AcademyBrand
              nameClass={classNames('truncate', user ? 'max-[26rem]:sr-only' : 'max-[22rem]:sr-only')}
            />
          </Link>
          <div className="flex items-center">
            <Link to="/products" className={classNames(inlineLink, 'max-md:hidden')}>
              Products
            </Link>
            {user && (
              // A phone has room for one link: this one or, for admins, the link to the admin area. The menus contain
              // both.
              <Link
                to="/coaching"
                className={classNames(
                  inlineLink,
                  'max-[26rem]:px-1 max-[22rem]:hidden',
                  user.role === 'admin' && 'max-sm:hidden',
                )}
              >
                Library
              </Link>
            )}
            {user && (
              <Link to="/hands" className={classNames(inlineLink, 'max-md:hidden')}>
                Hands
              </Link>
            )}
            {user && (
              <Link
                to="/practice"
                // The links of an admin fill a tablet: one more would cut off the academy's name.
                className={classNames(inlineLink, user.role === 'admin' ? 'max-lg:hidden' : 'max-md:hidden')}
              >
                Practice
              </Link>
            )}
            {user?.role === 'admin' && (
              <Link to="/admin" className={classNames(inlineLink, 'max-[26rem]:px-1 max-[22rem]:hidden')}>
                Admin
              </Link>
            )}
          </div>
        </div>
        <div className="flex flex-1 items-center justify-end gap-1 sm:gap-2">
          {user === null && (
            // Returns to a product, with the promotion code in its URL.
            <Link to="/auth" search={{ next }} className={loginClass}>
              Login / Sign Up
            </Link>
          )}
          {user === undefined && (
            <noscript>
              <a href="/auth" className={loginClass}>
                Login / Sign Up
              </a>
            </noscript>
          )}
          {user &&
            (hydrated ? (
              // The bell and the menu appear together. Otherwise, the second would shift the first.
              <Suspense fallback={bellAndMenuSpace}>
                <NotificationBell key={user.id} />
                <AccountMenu user={user} />
              </Suspense>
            ) : (
              bellAndMenuSpace
            ))}
          <SiteMenu signedIn={Boolean(user)} />
        </div>
      </nav>
    </header>
  );
}

/** True while the page is scrolled by more than `threshold` pixels. */
function useScrolled(threshold: number): boolean {
  const [scrolled, setScrolled] = useState(false);
  useEffect(() => {
    const update = () => setScrolled(window.scrollY > threshold);
    update();
    window.addEventListener('scroll', update, { passive: true });
    return () => window.removeEventListener('scroll', update);
  }, [threshold]);
  return scrolled;
}
