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
  /** Of a list that is loaded page by page. */
  isFetchNextPageError?: boolean;
};

export type AdminQueryViewProps<Data> = Omit<QueryViewProps<Data>, 'kept'> & {
  query: QueryViewProps<Data>['query'] & AdminQuery;
  errorTitle: string;
};

/**
 * The states of an admin query. Unlike elsewhere, old data does not stay when reloading fails, because the user may
 * no longer be an admin. Only the next page of a list may fail beside it, for another reason.
 */
export function AdminQueryView<Data>({ errorTitle, ...view }: AdminQueryViewProps<Data>) {
  const { error, isFetchNextPageError = false } = view.query;
  if (error && !(isFetchNextPageError && !isSessionOver(error))) {
    return <AdminErrorState title={errorTitle} query={view.query} />;
  }
  return <QueryView {...view} />;
}

/** A query of the admin area that failed; an ended session offers the way back in. */
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

/** A full page load, so that the user is determined again. */
export function SignInAgain() {
  const here = useRouterState({ select: (state) => state.location.href });
  return (
    <a href={`/auth?next=${encodeURIComponent(here)}`} className={buttonClass('secondary')}>
      Log in again
    </a>
  );
}
