import type { BookmarkPlace } from '../../shared/learning/bookmarks.ts';
import { trpc } from '../trpc.ts';
import { showToast } from '../ui/toast.tsx';
import { describeError } from './error-text.ts';
import { useSingleRun } from './use-single-run.ts';

/** The own marks, and the way to set one or take it away, once at a time. */
export function useBookmarks() {
  const utils = trpc.useUtils();
  const query = trpc.learning.listBookmarks.useQuery();
  const { busy, run } = useSingleRun();
  const pageOf = (place: BookmarkPlace) => (place.kind === 'session' ? null : place.page);
  const isMarked = (place: BookmarkPlace) =>
    query.data?.some(
      ({ kind, id, page }) => kind === place.kind && id === place.id && page === pageOf(place),
    ) ?? false;

  function set(place: BookmarkPlace, marked: boolean) {
    run(async () => {
      try {
        const marks = await utils.client.learning.setBookmark.mutate({ place, marked });
        utils.learning.listBookmarks.setData(undefined, marks);
      } catch (error) {
        showToast({
          title: marked ? 'The bookmark could not be set' : 'The bookmark could not be removed',
          description: describeError(error).message,
          tone: 'danger',
        });
      }
    });
  }

  return { marks: query.data, isPending: query.isPending, isMarked, busy, set };
}
