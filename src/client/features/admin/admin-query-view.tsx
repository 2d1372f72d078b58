import type { ReactNode } from 'react';
import { describeError } from '../../lib/error-text.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { QueryView, type QueryViewProps } from '../../ui/query-view.tsx';
import { SignInAgain } from '../../ui/sign-in-again.tsx';
import { adminFailureText, isSessionOver } from './admin-query.ts';

type AdminQuery = {
  error: unknown;
  refetch: () => unknown;
  isFetching: boolean;
  /** Set for lists that are loaded page by page. */
  isFetchNextPageError?: boolean;
};

export type AdminQueryViewProps<Data> = Omit<QueryViewProps<Data>, 'note'> & {
  query: QueryViewProps<Data>['query'] & AdminQuery;
  errorTitle: string;
  /** Shown if the server has no such record, or if the id in the URL is invalid. */
  missing?: ReactNode;
  /** Unmounts the content when the session has ended, because its keyboard shortcuts would act on hidden content. */
  endsWithSession?: boolean;
};

/**
 * Renders the states of an admin query. If a later load fails, the content stays mounted, so that text typed in its
 * forms is not lost. After the session has ended, the content is hidden. After a 403, it is unmounted, because the user
 * is probably no longer an admin. If only the next page of a list fails to load, the list itself shows the error.
 */
export function AdminQueryView<Data>({
  errorTitle,
  missing,
  endsWithSession,
  ...view
}: AdminQueryViewProps<Data>) {
  const { error, data, isFetchNextPageError = false } = view.query;
  const hasFailed = Boolean(error) && !(isFetchNextPageError && !isSessionOver(error));
  const isOver = hasFailed && isSessionOver(error);
  const { code, status } = describeError(error);
  if (missing && (code === 'not_found' || code === 'invalid_input')) return missing;
  const isGone = data === undefined || (isOver && (endsWithSession || status === 403));
  if (hasFailed && isGone) return <AdminErrorState title={errorTitle} query={view.query} />;
  return (
    <>
      {hasFailed && (
        <AdminErrorState
          title={errorTitle}
          query={view.query}
          note={isOver ? 'What you typed stays while this page is open.' : 'Below is what was loaded before.'}
        />
      )}
      <div hidden={isOver} className="contents">
        <QueryView {...view} />
      </div>
    </>
  );
}

type AdminErrorStateProps = { title: string; query: AdminQuery; note?: string };

/** Shows the error of a failed admin query. If the session has expired, also offers to log in again. */
export function AdminErrorState({ title, query, note }: AdminErrorStateProps) {
  const described = describeError(query.error);
  const { message, expired } = adminFailureText(query.error, described.message);
  return (
    <ErrorState
      title={title}
      message={message}
      note={note}
      requestId={described.requestId}
      onRetry={() => void query.refetch()}
      retrying={query.isFetching}
      action={expired && <SignInAgain />}
      className={note === undefined ? '' : 'mb-6'}
    />
  );
}
