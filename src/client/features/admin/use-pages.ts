import { useState } from 'react';

/** Rows per page, few enough to render without a pause. */
const pageSize = 50;

/**
 * Paginates a list that is already loaded.
 * @param filterKey identifies the current filter; a change resets to the first page
 */
export function usePages<Row>(rows: readonly Row[], filterKey: string) {
  const [place, setPlace] = useState({ filterKey, start: 0 });
  const wanted = place.filterKey === filterKey ? place.start : 0;
  const start = wanted < rows.length ? wanted : 0;
  const end = Math.min(start + pageSize, rows.length);
  const goTo = (next: number) => setPlace({ filterKey, start: next });
  return {
    visible: rows.slice(start, end),
    isPaged: rows.length > pageSize,
    summary: `${start + 1} to ${end} of ${rows.length}`,
    onPrevious: start > 0 ? () => goTo(Math.max(0, start - pageSize)) : undefined,
    onNext: end < rows.length ? () => goTo(end) : undefined,
  };
}
