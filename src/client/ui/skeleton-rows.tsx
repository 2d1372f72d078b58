import { Skeleton, SkeletonRegion } from './skeleton.tsx';

export type SkeletonRowsProps = {
  /** What is loading, for screen readers. */
  label: string;
  rows: number;
  /** The height of a row. */
  rowClass: string;
};

/** The skeleton of a list. */
export function SkeletonRows({ label, rows, rowClass }: SkeletonRowsProps) {
  return (
    <SkeletonRegion label={label} className="grid gap-2">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never move
        <Skeleton key={row} className={rowClass} />
      ))}
    </SkeletonRegion>
  );
}
