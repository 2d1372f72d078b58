import type { ReactNode } from 'react';
import { Notice } from './notice.tsx';

/** For a link that was used, has expired or was truncated by an email program. `children` is the next step. */
export function InvalidLink({ children }: { children: ReactNode }) {
  return (
    <Notice tone="warning" title="This link no longer works" role="alert" action={children}>
      It was used already, is too old, or is not complete.
    </Notice>
  );
}
