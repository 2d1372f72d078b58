import { Link } from '@tanstack/react-router';
import type { AdminSearch } from '../../lib/search-params.ts';
import { classNames } from '../../ui/class-names.ts';
import { WaitingCount } from '../../ui/rail-tabs.tsx';

export type ViewLinksProps<View extends string> = {
  /** Accessible name of the navigation. */
  label: string;
  views: readonly {
    view: View;
    label: string;
    search: AdminSearch;
    /** The number of items that wait for an admin; hidden for 0. */
    waiting?: number | undefined;
  }[];
  selected: View;
};

/** Links to the views of an area. */
export function ViewLinks<View extends string>({ label, views, selected }: ViewLinksProps<View>) {
  return (
    <nav aria-label={label} className="mb-6 flex flex-wrap gap-2">
      {views.map(({ view, label: name, search, waiting = 0 }) => (
        <Link
          key={view}
          to="/admin"
          search={search}
          resetScroll={false}
          aria-current={view === selected ? 'page' : undefined}
          className={classNames(
            'inline-flex min-h-9 items-center gap-2 rounded-control border px-3 text-sm font-semibold no-underline transition-colors',
            view === selected
              ? 'border-primary bg-primary-soft text-primary-text'
              : 'border-border text-muted hover:border-control hover:text-text',
          )}
        >
          {name}
          <WaitingCount count={waiting} />
        </Link>
      ))}
    </nav>
  );
}
