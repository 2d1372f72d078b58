import { useCurrentUser } from '../session/use-current-user.ts';

/**
 * True while shop data is still the visitor's view from the server-rendered page, although the user may be logged in
 * and own products. Until the user's data is loaded, the buttons are hidden, because they could be wrong. Data from the
 * server-rendered page has the time 0 as `dataUpdatedAt`.
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
