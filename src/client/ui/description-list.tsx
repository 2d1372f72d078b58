import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type DescriptionItem = { term: string; detail: ReactNode };

/** Pairs of term and description, side by side on wide screens. */
export function DescriptionList({
  items,
  className,
}: {
  items: readonly DescriptionItem[];
  className?: string;
}) {
  return (
    <dl className={classNames('divide-y divide-border', className)}>
      {items.map((item) => (
        <div key={item.term} className="grid gap-x-6 py-2.5 sm:grid-cols-[12rem_1fr] sm:items-baseline">
          <dt className="text-sm text-muted">{item.term}</dt>
          <dd className="min-w-0 wrap-anywhere tabular">{item.detail}</dd>
        </div>
      ))}
    </dl>
  );
}
