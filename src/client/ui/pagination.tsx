import type { ReactNode } from 'react';
import { Button } from './button.tsx';

export type PaginationProps = {
  /** Undefined on the first page. */
  onPrevious?: (() => void) | undefined;
  /** Undefined on the last page. */
  onNext?: (() => void) | undefined;
  /** The shown range, such as "21 to 40 of 312". */
  summary: ReactNode;
};

/** Previous and Next, because keyset paging has no page numbers. */
export function Pagination({ onPrevious, onNext, summary }: PaginationProps) {
  return (
    <nav aria-label="Pages" className="mt-4 flex flex-wrap items-center justify-between gap-3">
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
