import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

const tones = {
  info: 'border-primary bg-primary-soft',
  warning: 'border-warning bg-warning-soft',
  danger: 'border-danger bg-danger-soft',
};

export type AnnouncementStripProps = {
  tone: keyof typeof tones;
  message: string;
  /** A link after the message, rendered by the page. */
  link?: ReactNode;
  /** Without it, the strip has no button to dismiss it. */
  onDismiss?: (() => void) | undefined;
};

/** A one-sentence announcement across the full width of its container: the bottom of the page, or a preview. */
export function AnnouncementStrip({ tone, message, link, onDismiss }: AnnouncementStripProps) {
  return (
    <aside aria-label="Announcement" className={classNames('grid border-t', tones[tone])}>
      <div className="mx-auto flex min-h-14 w-full max-w-6xl items-center justify-between gap-x-4 px-4 py-2 max-sm:text-sm sm:px-6">
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
      </div>
    </aside>
  );
}

export const announcementLinkClass =
  'font-semibold whitespace-nowrap text-primary-text underline underline-offset-2 hover:no-underline';
