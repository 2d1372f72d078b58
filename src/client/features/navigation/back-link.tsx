import { createLink, type LinkComponent } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

function Breadcrumb({ children, ...link }: ComponentProps<'a'>) {
  return (
    <nav aria-label="Breadcrumb" className="mb-4 print:hidden">
      <a
        {...link}
        className="inline-flex min-h-8 items-center gap-2 text-sm font-semibold text-primary-text underline-offset-4 hover:underline"
      >
        <span aria-hidden="true">←</span> {children}
      </a>
    </nav>
  );
}

const BreadcrumbLink = createLink(Breadcrumb);

/** Above the title of a page that is opened from a list: a link back to the list. */
export const BackLink: LinkComponent<typeof Breadcrumb> = (props) => (
  // Without `exact`, the router would mark the list as the current page.
  <BreadcrumbLink activeOptions={{ exact: true }} {...props} />
);
