import type { BookmarkPosition } from '../../shared/learning/bookmarks.ts';
import { trpc } from '../trpc.ts';
import { showToast } from '../ui/toast.tsx';
import { describeError } from './error-text.ts';
import { useAction } from './use-action.ts';

/** The user's bookmarks. `set` adds or removes a bookmark, and does nothing while a request is in progress. */
export function useBookmarks() {
  const utils = trpc.useUtils();
  const query = trpc.learning.listBookmarks.useQuery();
  const { isPending, run } = useAction(
    trpc.learning.setBookmark.useMutation({
      onSuccess: (marks) => utils.learning.listBookmarks.setData(undefined, marks),
      onError: (error, { marked }) =>
        showToast({
          title: marked ? 'The bookmark could not be set' : 'The bookmark could not be removed',
          description: describeError(error).message,
          tone: 'danger',
        }),
    }),
  );
  const pageOf = (position: BookmarkPosition) => (position.kind === 'session' ? null : position.page);
  const isMarked = (position: BookmarkPosition) =>
    query.data?.some(
      ({ kind, id, page }) => kind === position.kind && id === position.id && page === pageOf(position),
    ) ?? false;

  return {
    marks: query.data,
    isPending: query.isPending,
    isMarked,
    busy: isPending,
    set: (position: BookmarkPosition, marked: boolean) => run({ place: position, marked }),
  };
}
