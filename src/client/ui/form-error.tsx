import type { ReactNode } from 'react';
import { type ErrorText, mayHaveSucceeded } from '../lib/error-text.ts';
import { scrollIntoView } from '../lib/scroll-into-view.ts';
import { Notice } from './notice.tsx';

export type FormErrorProps = {
  /** The error of the form's call. Renders nothing if the fields already show it. */
  failure?: ErrorText | undefined;
  /** Shown instead of the message of `failure`. */
  message?: ReactNode;
  title?: string | undefined;
  /** Replaces `title` if the change may have been made despite the error: "Your data may have been requested". */
  uncertainTitle?: string | undefined;
  /** Whether to scroll to the error. False for errors of automatic saving, so that the user is not interrupted. */
  scrolls?: boolean;
};

/** The error of a whole form, usually shown above its submit button. */
export function FormError(props: FormErrorProps) {
  const { title, uncertainTitle = title, scrolls = true } = props;
  const failure = props.failure && !isRepetition(props.failure) ? props.failure : undefined;
  const message = props.message ?? failure?.message;
  if (!message) return null;
  // The request id is shown only when the input is not at fault.
  const isRejection = failure?.status !== undefined && failure.status < 500;
  const requestId = isRejection ? undefined : failure?.requestId;
  return (
    <Notice
      ref={scrolls ? scrollIntoView : undefined}
      tone="danger"
      title={mayHaveSucceeded(failure) ? uncertainTitle : title}
      role="alert"
    >
      {message}
      {requestId && <span className="mt-1 block font-mono text-xs text-muted">Request {requestId}</span>}
    </Notice>
  );
}

/**
 * Whether the fields already show what the message says. The message of a conflict may say more than the fields, such
 * as that nothing was saved.
 */
function isRepetition({ isAtFields = false, code, message, fields = {} }: ErrorText): boolean {
  return isAtFields && (code !== 'conflict' || Object.values(fields).includes(message));
}
