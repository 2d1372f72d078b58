import type { ReadingResource } from '../../shared/learning/reading.ts';
import { trpc } from '../trpc.ts';

/**
 * Returns the date of a PDF's new version if its file was replaced since the user opened it, else undefined. Only a
 * hint, so pages do not wait for it.
 */
export function useNewVersions(): (resource: ReadingResource) => string | undefined {
  const { data: accesses = [] } = trpc.learning.myAccesses.useQuery();
  return ({ kind, id }) => {
    // Newest first.
    const last = accesses.find(
      (access) => access.kind === kind && (kind === 'plan' ? access.pdfNumber : access.productId) === id,
    );
    return last && !last.isCurrentVersion ? (last.currentVersionAt ?? undefined) : undefined;
  };
}
