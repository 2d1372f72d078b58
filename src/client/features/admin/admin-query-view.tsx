import { useRouterState } from '@tanstack/react-router';
import { describeError } from '../../lib/error-text.ts';
import { buttonClass } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { QueryView, type QueryViewProps } from '../../ui/query-view.tsx';
import { adminFailureText, isSessionOver } from './admin-query.ts';

type AdminQuery = {
  error: unknown;
  refetch: () => unknown;
  isFetching: boolean;
  /** Set for lists that are loaded page by page. */
  isFetchNextPageError?: boolean;
};

export type AdminQueryViewProps<Data> = Omit<QueryViewProps<Data>, 'kept'> & {
  query: QueryViewProps<Data>['query'] & AdminQuery;
  errorTitle: string;
};

/**
 * The states of an admin query. Unlike `QueryView`, it hides cached data when a reload fails, because the user may no
 * longer be an admin. The exception is a failed next page of a list, unless the session has expired.
 */
export function AdminQueryView<Data>({ errorTitle, ...view }: AdminQueryViewProps<Data>) {
  const { error, isFetchNextPageError = false } = view.query;
  if (error && !(isFetchNextPageError && !isSessionOver(error))) {
    return <AdminErrorState title={errorTitle} query={view.query} />;
  }
  return <QueryView {...view} />;
}

/** The error of a failed admin query. If the session has expired, it offers to log in again. */
export function AdminErrorState({ title, query }: { title: string; query: AdminQuery }) {
  const described = describeError(query.error);
  const { message, expired } = adminFailureText(query.error, described.message);
  return (
    <ErrorState
      title={title}
      message={message}
      requestId={described.requestId}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
      action={expired && <SignInAgain />}
    />
  );
}

/** Reloads the page, so that the user is fetched again. */
export function SignInAgain() {
  const here = useRouterState({ select: (state) => state.location.href });
  return (
    <a href={`/auth?next=${encodeURIComponent(here)}`} className={buttonClass('secondary')}>
      Log in again
    </a>
  );
}
