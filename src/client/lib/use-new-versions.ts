import type { ReadingResource } from '../../shared/learning/reading.ts';
import { trpc } from '../trpc.ts';

/**
 * Looks up the date of a PDF's new version. It is undefined unless the file was replaced since the user last opened it.
 * Only a hint, so pages do not wait for it.
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
