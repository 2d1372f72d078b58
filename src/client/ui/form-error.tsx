import type { ReactNode } from 'react';
import { scrollIntoView } from '../lib/scroll-into-view.ts';
import { Notice } from './notice.tsx';

export type FormErrorProps = {
  /** Renders nothing while this is empty. */
  message?: ReactNode;
  title?: string | undefined;
  /** Replaces `title` if the change may have been made despite the error: "Your data may have been requested". */
  uncertainTitle?: string | undefined;
  isUncertain?: boolean;
  requestId?: string | undefined;
  /** Whether to scroll to the error. False for errors of automatic saving, so that the user is not interrupted. */
  scrolls?: boolean;
};

/** The error of a whole form, usually shown above its submit button. */
export function FormError(props: FormErrorProps) {
  const { message, title, uncertainTitle = title, isUncertain, requestId, scrolls = true } = props;
  if (!message) return null;
  return (
    <Notice
      ref={scrolls ? scrollIntoView : undefined}
      tone="danger"
      title={isUncertain ? uncertainTitle : title}
      role="alert"
    >
      {message}
      {requestId && <span className="mt-1 block font-mono text-xs text-muted">Request {requestId}</span>}
    </Notice>
  );
}
