import type { ReactNode } from 'react';

export const backLinkClass =
  'inline-flex min-h-8 items-center gap-2 text-sm font-semibold text-primary-text underline-offset-4 hover:underline';

/** Above the title of a page that is opened from a list: a link back to the list. */
export function BackLink({ children }: { children: ReactNode }) {
  return (
    <nav aria-label="Breadcrumb" className="mb-4 print:hidden">
      {children}
    </nav>
  );
}
