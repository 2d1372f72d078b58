import type { ReactNode } from 'react';
import { RangeGrid } from './range-grid.tsx';

export type EmptyStateProps = {
  title: string;
  /** One sentence about what will appear here. */
  description?: ReactNode;
  action?: ReactNode;
  headingLevel?: 1 | 2 | 3;
};

export function EmptyState({ title, description, action, headingLevel = 2 }: EmptyStateProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div className="rounded-card border border-dashed border-control p-6 sm:p-8">
      <RangeGrid variant="empty" className="w-16" />
      <Heading className="mt-4 text-lg font-semibold">{title}</Heading>
      {description && <p className="mt-1 measure text-muted">{description}</p>}
      {action && <div className="mt-4 flex flex-wrap gap-2">{action}</div>}
    </div>
  );
}
