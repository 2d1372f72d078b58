import { classNames } from './class-names.ts';
import { RangeGrid } from './range-grid.tsx';

export type ProductCoverProps = {
  /** The kind of item that is numbered. PDFs, sessions and coaching plans are each numbered from 1. */
  kind: 'PDF' | 'Session' | 'Plan';
  /** The number that is printed on the cover. */
  number: number;
  /**
   * Determines the drawn range. Should not be the printed number, so that a session and a PDF with equal numbers look
   * different.
   */
  seed: number;
  /** Gray, for missing content. */
  empty?: boolean;
  /** Faint and with a lock, for content that a membership would give access to. */
  locked?: boolean;
  /** An uploaded picture, which replaces the drawn range. */
  coverUrl?: string | null;
  /** The alternative text of that picture. */
  coverAlt?: string | null;
  className?: string;
};

/**
 * The cover of a product or coaching plan: an uploaded picture, or a drawn range. The range is decorative, because the
 * title names the item.
 */
export function ProductCover({
  kind,
  number,
  seed,
  empty = false,
  locked = false,
  coverUrl = null,
  coverAlt = null,
  className,
}: ProductCoverProps) {
  if (coverUrl !== null) {
    return (
      <img
        src={coverUrl}
        alt={coverAlt ?? ''}
        loading="lazy"
        decoding="async"
        // As tall as a drawn cover, padding included.
        className={classNames('h-32 w-full rounded-t-card bg-sunken object-cover sm:h-34', className)}
      />
    );
  }
  return (
    <div
      aria-hidden="true"
      className={classNames(
        'flex flex-wrap items-end justify-between gap-4 rounded-t-card bg-sunken p-4 text-subtle',
        className,
      )}
    >
      <span className="relative">
        <RangeGrid
          seed={seed}
          variant={empty ? 'empty' : 'range'}
          className={classNames('w-24 sm:w-26', locked && 'opacity-40')}
        />
        {locked && (
          <span className="absolute inset-0 grid place-items-center">
            <svg
              aria-hidden="true"
              viewBox="0 0 24 24"
              className="size-9 rounded-full bg-surface p-2 text-text"
            >
              <path
                d="M7 11V8a5 5 0 0 1 10 0v3M5.5 11h13v9h-13z"
                fill="none"
                stroke="currentColor"
                strokeWidth="2"
              />
            </svg>
          </span>
        )}
      </span>
      <span className="text-right font-mono tabular">
        <span className="block text-xs">{kind}</span>
        <span className="block text-3xl font-light">{String(number).padStart(2, '0')}</span>
      </span>
    </div>
  );
}
