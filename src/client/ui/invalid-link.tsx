import type { ReactNode } from 'react';
import type { ErrorText } from '../lib/error-text.ts';
import { Notice } from './notice.tsx';

/** For a link that was used, has expired or was truncated by an email program. `children` is the next step. */
export function InvalidLink({ children }: { children: ReactNode }) {
  return (
    <Notice tone="warning" title="This link no longer works" role="alert" action={children}>
      It was used already, is too old, or is not complete.
    </Notice>
  );
}

/** The token in the URL, unless the server has rejected it. Without a usable token, the page shows `InvalidLink`. */
export function usableToken(token: string | undefined, failure: ErrorText | undefined): string | undefined {
  const isRejected = failure?.code === 'gone' || failure?.fields?.token !== undefined;
  return isRejected ? undefined : token;
}
