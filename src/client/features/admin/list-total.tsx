import { classNames } from '../../ui/class-names.ts';

export type ListTotalProps = {
  shown: number;
  /** How many match the filters; null and undefined while it is not known. */
  total: number | null | undefined;
  one: string;
  many: string;
  className?: string;
};

/** "25 of 100,015 users", above a list. */
export function ListTotal({ shown, total, one, many, className = 'mb-3' }: ListTotalProps) {
  if (total === null || total === undefined || total === 0) return null;
  // A count may be older than the list.
  const all = Math.max(total, shown);
  const text = all.toLocaleString('en-US');
  return (
    <p className={classNames('text-sm text-muted tabular', className)}>
      {all > shown ? `${shown.toLocaleString('en-US')} of ${text}` : text} {all === 1 ? one : many}
    </p>
  );
}
