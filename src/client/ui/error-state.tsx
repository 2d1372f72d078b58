import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { SignInAgain } from './sign-in-again.tsx';

export type ErrorStateProps = {
  /** What happened. */
  title: string;
  message?: ReactNode;
  /** What was not lost, such as "Your answers are still here." */
  note?: ReactNode;
  requestId?: string | undefined;
  /** The error's code. `not_signed_in` adds a link to the login page. */
  code?: string | undefined;
  onRetry?: () => void;
  retryLabel?: string;
  retrying?: boolean;
  /** Other actions, beside the retry button. */
  action?: ReactNode;
  /** `h1` where the error is the whole page. */
  titleAs?: 'h1' | 'h2' | undefined;
  className?: string;
};

/** Replaces the content: what happened, what was not lost, and what to do now. */
export function ErrorState({
  title,
  message,
  note,
  requestId,
  code,
  onRetry,
  retryLabel = 'Try again',
  retrying = false,
  action,
  titleAs: Title = 'h2',
  className,
}: ErrorStateProps) {
  return (
    <div
      role="alert"
      className={classNames('rounded-card border border-border bg-surface p-6 sm:p-8', className)}
    >
      <Title className="text-lg font-semibold text-danger">{title}</Title>
      {message && <p className="mt-1 measure wrap-anywhere">{message}</p>}
      {note && <p className="mt-1 measure text-muted">{note}</p>}
      <div className="mt-4 flex flex-wrap gap-2 empty:hidden">
        {onRetry && (
          <Button variant="secondary" onClick={onRetry} busy={retrying} busyLabel="Trying...">
            {retryLabel}
          </Button>
        )}
        {code === 'not_signed_in' && <SignInAgain />}
        {action}
      </div>
      {requestId && <p className="mt-4 font-mono text-xs text-subtle">Request {requestId}</p>}
    </div>
  );
}
