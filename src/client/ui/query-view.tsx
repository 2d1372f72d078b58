import type { ReactNode } from 'react';
import { describeError } from '../lib/error-text.ts';
import { Button } from './button.tsx';
import { ErrorState, type ErrorStateProps } from './error-state.tsx';
import { SignInAgain } from './sign-in-again.tsx';

/** The result of `useQuery`. */
type Query<Data> = {
  data: Data | undefined;
  error: unknown;
  refetch: () => unknown;
};

export type QueryViewProps<Data> = {
  query: Query<Data>;
  /** Shown while the data loads. As tall as the content, so that the layout does not shift. */
  skeleton: ReactNode;
  /**
   * The title of the error, such as "Your payments could not be loaded". Omit it if the query fills only a part of a
   * card: then the error is only a message and a button.
   */
  errorTitle?: string;
  /** Heading level of the error: h1 if the query is the whole page. Only with `errorTitle`. */
  titleAs?: ErrorStateProps['titleAs'];
  /** What was not lost, shown with the error, such as "Nothing was charged." Only with `errorTitle`. */
  note?: string;
  /** Other actions, beside the retry button of the error. Only with `errorTitle`. */
  action?: ReactNode;
  /** Shown instead of `children` if the data is an empty array. */
  empty?: ReactNode;
  children: (data: Data) => ReactNode;
};

/**
 * The states of a query: a skeleton, the data, or an error with a retry button, which leads back to the skeleton. If
 * the session has ended, a link to the login page is beside the retry button. Loaded data stays visible during a
 * reload, and when the reload fails.
 */
export function QueryView<Data>(props: QueryViewProps<Data>) {
  const { query, skeleton, errorTitle, empty, children, ...others } = props;
  const { data, error, refetch } = query;
  if (data !== undefined) {
    return empty !== undefined && Array.isArray(data) && data.length === 0 ? empty : children(data);
  }
  if (!error) return skeleton;
  const failure = describeError(error);
  const retry = () => void refetch();
  if (errorTitle) {
    return <ErrorState {...others} {...failure} title={errorTitle} onRetry={retry} />;
  }
  return (
    <div role="alert" className="mt-2">
      <p className="text-danger">{failure.message}</p>
      <Button variant="secondary" size="small" onClick={retry} className="mt-2">
        Try again
      </Button>
      {failure.code === 'not_signed_in' && <SignInAgain className="ml-4 font-semibold underline" />}
    </div>
  );
}
