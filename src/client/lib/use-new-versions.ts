import type { ReadingResource } from '../../shared/learning/reading.ts';
import { trpc } from '../trpc.ts';

/**
 * The returned function looks up the date of a PDF's new version. The date is undefined unless the file was replaced
 * since the user last opened it. Pages do not wait for the date, because it is only a hint.
 */
export function useNewVersions(): (resource: ReadingResource) => string | undefined {
  const { data: accesses = [] } = trpc.learning.myAccesses.useQuery();
  return ({ kind, id }) => {
    // The newest access is first.
    const lastAccess = accesses.find(
      (access) => access.kind === kind && (kind === 'plan' ? access.pdfNumber : access.productId) === id,
    );
    return lastAccess && !lastAccess.isCurrentVersion
      ? (lastAccess.currentVersionAt ?? undefined)
      : undefined;
  };
}
