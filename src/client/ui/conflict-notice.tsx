import type { ReactNode } from 'react';
import { scrollIntoView } from '../lib/scroll-into-view.ts';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

export type ConflictNoticeProps = {
  title: string;
  onTakeTheirs: () => void;
  takeLabel?: string;
  onKeepMine: () => void;
  keepLabel?: string;
  /** Whether to scroll to the notice. False for conflicts of automatic saving, so that the user is not interrupted. */
  scrolls?: boolean;
  children: ReactNode;
};

/**
 * Shown when another admin or coach has saved what the user is editing. The entered text stays until the user keeps or
 * discards it.
 */
export function ConflictNotice({
  title,
  onTakeTheirs,
  takeLabel = 'Discard what I typed',
  onKeepMine,
  keepLabel = 'Keep what I typed',
  scrolls = true,
  children,
}: ConflictNoticeProps) {
  return (
    <Notice
      ref={scrolls ? scrollIntoView : undefined}
      tone="warning"
      role="alert"
      title={title}
      action={
        <>
          <Button size="small" variant="secondary" onClick={onTakeTheirs}>
            {takeLabel}
          </Button>
          <Button size="small" variant="secondary" onClick={onKeepMine}>
            {keepLabel}
          </Button>
        </>
      }
    >
      {children}
    </Notice>
  );
}
