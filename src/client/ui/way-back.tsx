import type { ReactNode } from 'react';

/** The look of the one link in `WayBack`. */
export const wayBackClass =
  'inline-flex min-h-8 items-center gap-2 text-sm font-semibold text-primary-text underline-offset-4 hover:underline';

/** Above the title of a page that a list leads to: one link, to the list. */
export function WayBack({ children }: { children: ReactNode }) {
  return (
    <nav aria-label="Breadcrumb" className="mb-4 print:hidden">
      {children}
    </nav>
  );
}
