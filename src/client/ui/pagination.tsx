import type { ReactNode } from 'react';
import { Button } from './button.tsx';

export type PaginationProps = {
  /** Undefined where there is nothing before. */
  onPrevious?: (() => void) | undefined;
  /** Undefined where there is nothing after. */
  onNext?: (() => void) | undefined;
  /** What is on screen, such as "21 to 40 of 312". */
  summary?: ReactNode;
  /** Names the pager when a page has several. */
  label?: string;
};

/** Forward and back, as keyset paging knows no page numbers. */
export function Pagination({ onPrevious, onNext, summary, label = 'Pages' }: PaginationProps) {
  return (
    <nav aria-label={label} className="mt-4 flex flex-wrap items-center justify-between gap-3">
      <p className="text-sm text-muted tabular" aria-live="polite">
        {summary}
      </p>
      <div className="flex gap-2">
        <Button variant="secondary" size="small" disabled={!onPrevious} onClick={onPrevious}>
          Previous
        </Button>
        <Button variant="secondary" size="small" disabled={!onNext} onClick={onNext}>
          Next
        </Button>
      </div>
    </nav>
  );
}
