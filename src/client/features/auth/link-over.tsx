import type { ReactNode } from 'react';
import { Notice } from '../../ui/notice.tsx';

/** For links that were used, have expired or were truncated by an email program. `children` is the next step. */
export function LinkOver({ children }: { children: ReactNode }) {
  return (
    <Notice tone="warning" title="This link no longer works" role="alert" action={children}>
      It was used already, is too old, or is not complete.
    </Notice>
  );
}
