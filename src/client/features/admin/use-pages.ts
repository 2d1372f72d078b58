import { useState } from 'react';

/** Rows per page, few enough to render without a pause. */
const pageSize = 50;

/** Paginates a list that is already loaded. */
export function usePages<Row>(rows: readonly Row[]) {
  const [wanted, setWanted] = useState(0);
  const start = wanted < rows.length ? wanted : 0;
  const end = Math.min(start + pageSize, rows.length);
  return {
    visible: rows.slice(start, end),
    isPaged: rows.length > pageSize,
    summary: `${start + 1} to ${end} of ${rows.length}`,
    onPrevious: start > 0 ? () => setWanted(Math.max(0, start - pageSize)) : undefined,
    onNext: end < rows.length ? () => setWanted(end) : undefined,
  };
}
