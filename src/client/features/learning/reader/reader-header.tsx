import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Reading, ReadingResource } from '../../../../shared/learning/reading.ts';
import { DownloadReading } from './download-reading.tsx';

export type ReaderHeaderProps = {
  resource: ReadingResource;
  reading: Reading;
  /** Whether the last attempt to save the current page failed. */
  isUnsaved?: boolean;
  /** Shown before the download button. */
  action?: ReactNode;
  children?: ReactNode;
};

export function ReaderHeader({ resource, reading, isUnsaved = false, action, children }: ReaderHeaderProps) {
  return (
    <header className="border-b border-border bg-surface py-2">
      {/* Aligned with the sides of the navigation bar above. */}
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 sm:px-6">
        <div className="min-w-0 flex-1 basis-32">
          <Link
            to={resource.kind === 'plan' ? '/coaching-pdfs' : '/coaching'}
            className="inline-flex min-h-6 items-center text-sm"
          >
            {resource.kind === 'plan' ? 'Coaching plans' : 'My Learning Library'}
          </Link>
          <h1 className="truncate text-lg font-semibold" title={reading.title}>
            {reading.title}
          </h1>
        </div>
        {children && (
          // On a phone the controls are below the title and the download button.
          <div className="order-last flex basis-full flex-wrap items-center justify-between gap-2 sm:order-none sm:basis-auto">
            {children}
          </div>
        )}
        <div className="flex items-center gap-2">
          {action}
          <DownloadReading reading={reading} />
        </div>
      </div>
      <p role="status" className="mx-auto max-w-6xl px-4 text-sm text-warning sm:px-6">
        {isUnsaved && 'Your page could not be saved. We will try again on the next page.'}
      </p>
    </header>
  );
}
