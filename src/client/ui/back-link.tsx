import type { ReactNode } from 'react';

/** For the link in a `BackLink`. Without `exact`, the router would mark the list as the current page. */
export const backLink = {
  className:
    'inline-flex min-h-8 items-center gap-2 text-sm font-semibold text-primary-text underline-offset-4 hover:underline',
  activeOptions: { exact: true },
};

/** Above the title of a page that is opened from a list: a link back to the list. */
export function BackLink({ children }: { children: ReactNode }) {
  return (
    <nav aria-label="Breadcrumb" className="mb-4 print:hidden">
      {children}
    </nav>
  );
}
