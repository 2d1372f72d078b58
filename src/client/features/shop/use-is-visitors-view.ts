import { useCurrentUser } from '../session/use-current-user.ts';

/**
 * Whether shop data is still what the server put into the page, which is a visitor's view, while the user may be
 * logged in and own some of it. No button is offered until then, because it could be the wrong one.
 */
export function useIsVisitorsView({
  dataUpdatedAt,
  isFetching,
}: {
  dataUpdatedAt: number;
  isFetching: boolean;
}) {
  const { user } = useCurrentUser();
  if (user === null) return false;
  return user === undefined || (dataUpdatedAt === 0 && isFetching);
}
