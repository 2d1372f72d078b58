import type { ReactNode } from 'react';

export type TimelineItemProps = {
  title: ReactNode;
  /** Such as the time, the author and the device, in small text. */
  facts: ReactNode;
  /** The text of a reason or a reply. */
  note?: ReactNode;
  /** Badges and links beside the title. */
  children?: ReactNode;
};

/** One event of a timeline: an item of an `ol` that has a line at its left. */
export function TimelineItem({ title, facts, note, children }: TimelineItemProps) {
  return (
    <li className="relative py-2 pl-5">
      <span
        aria-hidden="true"
        className="absolute top-4 -left-1 size-2 rounded-full bg-control ring-4 ring-bg"
      />
      <span className="flex flex-wrap items-center gap-x-3">
        <span className="font-semibold tabular">{title}</span>
        {children}
      </span>
      <span className="block text-sm wrap-anywhere text-muted">{facts}</span>
      {note && <span className="mt-0.5 block measure text-sm wrap-anywhere whitespace-pre-line">{note}</span>}
    </li>
  );
}
