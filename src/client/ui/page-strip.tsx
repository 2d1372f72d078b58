import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

const tones = {
  info: 'border-primary bg-primary-soft',
  warning: 'border-warning bg-warning-soft',
  danger: 'border-danger bg-danger-soft',
};

export type PageStripProps = {
  /** Accessible name of the strip. */
  label: string;
  tone: keyof typeof tones;
  /** A text, and a button or link at the right. */
  children: ReactNode;
  /** Styles the row that contains the text and the button. */
  className?: string;
};

/** A notice across the full width of its container, usually at the bottom of the page. */
export function PageStrip({ label, tone, children, className }: PageStripProps) {
  return (
    <aside aria-label={label} className={classNames('grid border-t', tones[tone])}>
      <div
        className={classNames(
          'mx-auto flex w-full max-w-6xl items-center justify-between gap-x-4 px-4 py-2 max-sm:text-sm sm:px-6',
          className,
        )}
      >
        {children}
      </div>
    </aside>
  );
}
