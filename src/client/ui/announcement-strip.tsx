import type { ReactNode } from 'react';
import { PageStrip, type PageStripProps } from './page-strip.tsx';

export type AnnouncementStripProps = Pick<PageStripProps, 'tone'> & {
  message: string;
  /** A link after the message, rendered by the page. */
  link?: ReactNode;
  /** Without this handler, the strip has no button that dismisses it. */
  onDismiss?: (() => void) | undefined;
};

/** A one-sentence announcement, at the bottom of the page or in a preview. */
export function AnnouncementStrip({ tone, message, link, onDismiss }: AnnouncementStripProps) {
  return (
    <PageStrip label="Announcement" tone={tone} className="min-h-14">
      <p className="min-w-0 wrap-anywhere">
        {message} {link}
      </p>
      {onDismiss && (
        <button
          type="button"
          aria-label="Dismiss the announcement"
          onClick={onDismiss}
          className="-mr-2 grid size-9 shrink-0 place-items-center rounded-control hover:bg-surface"
        >
          <svg aria-hidden="true" viewBox="0 0 16 16" className="size-4">
            <path d="m3 3 10 10M13 3 3 13" stroke="currentColor" strokeWidth="1.75" />
          </svg>
        </button>
      )}
    </PageStrip>
  );
}

export const announcementLinkClass =
  'font-semibold whitespace-nowrap text-primary-text underline underline-offset-2 hover:no-underline';
