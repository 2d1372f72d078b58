import type { ReactNode } from 'react';
import { describeError } from '../lib/error-text.ts';
import { Button } from './button.tsx';
import { ErrorState } from './error-state.tsx';

/** The result of `useQuery`. */
type Query<Data> = {
  data: Data | undefined;
  error: unknown;
  refetch: () => unknown;
};

export type QueryViewProps<Data> = {
  query: Query<Data>;
  /** Shown while the data loads; as tall as the content, so that nothing below moves. */
  skeleton: ReactNode;
  /** "Your payments could not be loaded". Without it the error is one line with a button, for a part of a card. */
  errorTitle?: string;
  /** What was not lost, shown with the error: "Nothing was charged." */
  kept?: string;
  /** In place of an empty list. */
  empty?: ReactNode;
  /** Draws the answer. */
  children: (data: Data) => ReactNode;
};

/**
 * The states of a query: a skeleton, then its answer, or the error with a way to try again, which leads back to the
 * skeleton. An answer that is there stays while it is read again, and when that fails.
 */
export function QueryView<Data>(props: QueryViewProps<Data>) {
  const { query, skeleton, errorTitle, kept, empty, children } = props;
  const { data, error, refetch } = query;
  if (data !== undefined) {
    return empty !== undefined && Array.isArray(data) && data.length === 0 ? empty : children(data);
  }
  if (!error) return skeleton;
  const { message, requestId } = describeError(error);
  if (errorTitle !== undefined) {
    return (
      <ErrorState
        title={errorTitle}
        message={message}
        kept={kept}
        requestId={requestId}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <div role="alert" className="mt-2">
      <p className="text-danger">{message}</p>
      <Button variant="secondary" size="small" onClick={() => void refetch()} className="mt-2">
        Try again
      </Button>
    </div>
  );
}
