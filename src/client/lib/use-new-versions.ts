import type { ReadingResource } from '../../shared/learning/reading.ts';
import { trpc } from '../trpc.ts';

/**
 * Says for a PDF when the reader opened it last, if its file was replaced since; undefined otherwise. A hint only:
 * pages stand without it.
 */
export function useNewVersions(): (resource: ReadingResource) => string | undefined {
  const { data: accesses = [] } = trpc.learning.myAccesses.useQuery();
  return ({ kind, id }) => {
    // The newest come first.
    const last = accesses.find(
      (access) => access.kind === kind && (kind === 'plan' ? access.pdfNumber : access.productId) === id,
    );
    return last && !last.isCurrentVersion ? last.openedAt : undefined;
  };
}
