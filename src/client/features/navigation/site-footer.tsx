import { Link } from '@tanstack/react-router';
import { useSiteSettings } from '../settings/use-site-settings.ts';
import { SectionLink } from './section-link.tsx';

const linkClass = 'inline-flex min-h-8 items-center hover:text-text hover:underline';

/** One line at the end of every page: whose site it is, its cookies, and the legal pages. */
export function SiteFooter() {
  const { academyName } = useSiteSettings();
  return (
    <footer className="border-t border-border bg-sunken text-sm text-muted print:hidden">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-8 gap-y-2 px-4 py-5 sm:px-6">
        <p>
          {/* The server may have drawn the page in another year than the reader's. */}©{' '}
          <span suppressHydrationWarning>{new Date().getFullYear()}</span> {academyName}. Only necessary
          cookies, no tracking.
        </p>
        <ul className="flex flex-wrap gap-x-6">
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
        </ul>
      </div>
    </footer>
  );
}
