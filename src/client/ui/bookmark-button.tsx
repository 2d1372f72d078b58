import { classNames } from './class-names.ts';

export type BookmarkButtonProps = {
  marked: boolean;
  /** The bookmarked item, such as "this session" or "page 3". */
  item: string;
  busy: boolean;
  onToggle: () => void;
  /** For a row of small controls. */
  small?: boolean;
};

const star = 'M10 2.5l2.3 4.8 5.2.7-3.8 3.6.9 5.2L10 14.3l-4.6 2.5.9-5.2L2.5 8l5.2-.7z';

/** A star, filled while the item is bookmarked. */
export function BookmarkButton({ marked, item, busy, onToggle, small = false }: BookmarkButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={marked}
      aria-disabled={busy || undefined}
      aria-label={`Bookmark ${item}`}
      title={marked ? `Remove the bookmark from ${item}` : `Bookmark ${item}`}
      onClick={() => {
        if (!busy) onToggle();
      }}
      className={classNames(
        'grid shrink-0 place-items-center rounded-control hover:bg-sunken',
        marked ? 'text-accent-text' : 'text-muted',
        small ? 'h-9 w-8' : 'size-11',
      )}
    >
      <svg aria-hidden="true" viewBox="0 0 20 20" className="size-5">
        <path
          d={star}
          fill={marked ? 'currentColor' : 'none'}
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinejoin="round"
        />
      </svg>
    </button>
  );
}
