import type { ReactNode } from 'react';
import { Card } from './card.tsx';
import { Page } from './page.tsx';
import { RangeGrid } from './range-grid.tsx';

export type ClosedPageProps = {
  title: string;
  /** Why the page is closed, or what logging in gives access to. */
  children: ReactNode;
  /** Links to other pages. */
  actions: ReactNode;
};

/** Shown instead of a page that the user may not open. */
export function ClosedPage({ title, children, actions }: ClosedPageProps) {
  return (
    <Page width="medium">
      <Card as="section">
        <RangeGrid variant="empty" className="mb-4 w-16" />
        <h1 className="text-xl font-semibold">{title}</h1>
        <p className="mt-1 mb-6 measure text-muted">{children}</p>
        <div className="flex flex-wrap gap-2">{actions}</div>
      </Card>
    </Page>
  );
}
