import type { BookmarkPlace } from '../../shared/learning/bookmarks.ts';
import { trpc } from '../trpc.ts';
import { showFailure } from '../ui/toast.tsx';
import { useAction } from './use-action.ts';

/** The user's bookmarks. `set` adds or removes a bookmark, and does nothing while a request is in progress. */
export function useBookmarks() {
  const utils = trpc.useUtils();
  const query = trpc.learning.listBookmarks.useQuery();
  const { isPending, run } = useAction(
    trpc.learning.setBookmark.useMutation({
      onSuccess: (bookmarks) => utils.learning.listBookmarks.setData(undefined, bookmarks),
      onError: (error, { marked }) =>
        showFailure(marked ? 'The bookmark could not be set' : 'The bookmark could not be removed')(error),
    }),
  );
  const pageOf = (place: BookmarkPlace) => (place.kind === 'session' ? null : place.page);
  const isBookmarked = (place: BookmarkPlace) =>
    query.data?.some(
      ({ kind, id, page }) => kind === place.kind && id === place.id && page === pageOf(place),
    ) ?? false;

  return {
    bookmarks: query.data,
    isBookmarked,
    busy: isPending,
    set: (place: BookmarkPlace, marked: boolean) => run({ place, marked }),
  };
}
