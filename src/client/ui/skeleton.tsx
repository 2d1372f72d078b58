import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** A gray block, as large as the content that is loading: `<Skeleton className="h-5 w-40" />`. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames('block animate-pulse rounded-control bg-border/70', className)}
    />
  );
}

const lineWidths = ['w-full', 'w-11/12', 'w-2/3', 'w-10/12', 'w-1/2'];

export function SkeletonText({ lines, className }: { lines: number; className?: string }) {
  const widths = Array.from({ length: lines }, (_, line) => lineWidths[line % lineWidths.length]);
  return (
    <span aria-hidden="true" className={classNames('flex flex-col gap-2', className)}>
      {widths.map((width, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike and never move
        <Skeleton key={line} className={classNames('h-3.5', width)} />
      ))}
    </span>
  );
}

export type SkeletonRegionProps = {
  /** What is loading, for screen readers: "Loading your library...". */
  label: string;
  children: ReactNode;
  className?: string;
};

/** Announces to screen readers that something is loading. The skeletons inside are hidden from them. */
export function SkeletonRegion({ label, children, className }: SkeletonRegionProps) {
  return (
    <div role="status" className={className}>
      <span className="sr-only">{label}</span>
      {children}
    </div>
  );
}
