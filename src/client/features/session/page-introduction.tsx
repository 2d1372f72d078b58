import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buttonClass } from '../../ui/button.tsx';
import { Page, PageHeader } from '../../ui/page.tsx';
import { useSiteSettings } from '../settings/use-site-settings.ts';

export type PageIntroductionProps = {
  title: string;
  /** The purpose of the page, in one to three sentences. */
  children: ReactNode;
  /** Where to return after signing up or logging in. */
  next: string;
  picture: ReactNode;
};

/**
 * Shown to a visitor instead of a page that needs an account: its purpose, and links to sign up and log in. If
 * `opensToVisitors` is set in the route's `staticData`, the server renders the introduction.
 */
export function PageIntroduction({ title, children, next, picture }: PageIntroductionProps) {
  const { dailyIsPublic } = useSiteSettings();
  return (
    <Page>
      <div className="grid items-start gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0">
          <PageHeader title={title} lead={children} />
          <p className="flex flex-wrap gap-2">
            <Link to="/auth" search={{ tab: 'signup', next }} className={buttonClass('primary', 'large')}>
              Sign Up
            </Link>
            <Link to="/auth" search={{ next }} className={buttonClass('secondary', 'large')}>
              Login
            </Link>
          </p>
          {dailyIsPublic && (
            <p className="mt-6 text-muted">
              Without an account:{' '}
              <Link to="/daily" className="underline underline-offset-2">
                decide the hand of the day
              </Link>
              .
            </p>
          )}
        </div>
        {picture}
      </div>
    </Page>
  );
}
