import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { type DrillFigures, type DrillList, drillLists } from '../../../../shared/practice/drill-editor.ts';
import { leakName, leakOptions, leaks } from '../../../../shared/practice/leaks.ts';
import { trpc } from '../../../trpc.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { byCursor, LoadMore, loadedItems } from '../../../ui/load-more.tsx';
import { PageHeader } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TableSkeleton } from '../../../ui/table-skeleton.tsx';
import { HandLineText } from '../../hands/hand-line-view.tsx';
import { ArchiveButton } from './archive-button.tsx';
import { DeckDialog } from './deck-dialog.tsx';
import { DrillEditor } from './drill-editor.tsx';
import { drillKindNames } from './drill-fields.tsx';

const listNames: Record<DrillList, string> = {
  asked: 'In use',
  unclear: 'Reported as unclear',
  archived: 'Archived',
};

/** The list of the academy's drills with their statistics, or the editor of one drill. */
export function CoachDrills() {
  const { drill, deck } = useSearch({ from: '/coach' });
  return drill === undefined ? <DrillTable /> : <DrillEditor key={drill} id={drill} deckId={deck} />;
}

function DrillTable() {
  const navigate = useNavigate({ from: '/coach' });
  const search = useSearch({ from: '/coach' });
  const [isNaming, setNaming] = useState(false);
  const decks = trpc.drills.coachDecks.useQuery();
  const list = drillLists.find((each) => each === search.list) ?? 'asked';
  const leak = leaks.find(({ id }) => id === search.leak)?.id;
  const query = trpc.drills.figures.useInfiniteQuery({ list, deckId: search.deck, leak }, byCursor);
  const rows = query.data && loadedItems(query.data);
  const isFiltered = search.deck !== undefined || leak !== undefined || list !== 'asked';
  const pick = (name: 'deck' | 'leak' | 'list') => ({
    value: search[name] ?? '',
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      void navigate({
        search: (before) => ({ ...before, [name]: value === '' ? undefined : value }),
        replace: true,
      });
    },
  });
  return (
    <>
      <PageHeader
        title="Drills"
        lead="What students practice. A drill that nearly everyone gets wrong or right teaches little."
        aside={
          <>
            <Button variant="secondary" onClick={() => setNaming(true)}>
              New deck
            </Button>
            <Link
              to="/coach"
              search={{
                view: 'drills',
                ...(search.deck !== undefined && { deck: search.deck }),
                drill: 'new',
              }}
              className={buttonClass('primary')}
            >
              New drill
            </Link>
          </>
        }
      />
      <section aria-label="Filters" className="mb-6 grid gap-4 sm:grid-cols-3">
        <SelectField
          label="Deck"
          placeholder="All decks"
          {...pick('deck')}
          options={(decks.data ?? []).map(({ id, title, drills }) => ({
            value: id,
            label: `${title} (${drills})`,
          }))}
        />
        <SelectField label="Leak" placeholder="All leaks" {...pick('leak')} options={leakOptions} />
        <SelectField
          label="Show"
          {...pick('list')}
          options={drillLists.map((value) => ({
            value: value === 'asked' ? '' : value,
            label: listNames[value],
          }))}
        />
      </section>
      <QueryView
        query={{ ...query, data: rows }}
        skeleton={<TableSkeleton label="Loading the drills..." rows={8} />}
        errorTitle="The drills could not be loaded"
        note="The drills are not lost."
      >
        {(items) => (
          <>
            <DataTable
              caption="Drills"
              columns={columns}
              rows={items}
              rowKey={({ id }) => id}
              stale={query.isFetching && !query.isFetchingNextPage}
              empty={
                isFiltered ? (
                  <EmptyState
                    title="No drill matches"
                    description={
                      list === 'unclear' && search.deck === undefined && leak === undefined
                        ? 'No student has reported the newest version of a drill as unclear.'
                        : 'Choose other filters.'
                    }
                    action={
                      <Link to="/coach" search={{ view: 'drills' }} className={buttonClass('secondary')}>
                        Show all drills
                      </Link>
                    }
                  />
                ) : (
                  <EmptyState
                    title="There are no drills yet"
                    description="Create a deck, then its first drill. While you answer a student’s question, press C to make a drill from the decision."
                  />
                )
              }
            />
            <LoadMore query={query} label="drills" />
          </>
        )}
      </QueryView>
      {isNaming && (
        <DeckDialog
          onClose={() => setNaming(false)}
          onCreated={(id) => {
            setNaming(false);
            void navigate({ search: { view: 'drills', deck: id } });
          }}
        />
      )}
    </>
  );
}

const flagNames: Record<DrillFigures['flags'][number], string> = {
  'mostly wrong': 'Mostly wrong',
  'mostly right': 'Mostly right',
  unclear: 'Unclear',
};

const columns: Column<DrillFigures>[] = [
  {
    key: 'prompt',
    header: 'Question',
    className: 'sm:min-w-64',
    phone: 'first',
    cell: ({ id, prompt, line, flags }) => (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Link
          to="/coach"
          search={(before) => ({ ...before, drill: id })}
          className="line-clamp-2 font-semibold text-primary-text wrap-anywhere"
        >
          {prompt}
        </Link>
        {line !== null && <HandLineText line={line} className="line-clamp-2 w-full text-xs text-muted" />}
        {flags.map((flag) => (
          <Badge key={flag} tone="warning">
            {flagNames[flag]}
          </Badge>
        ))}
      </span>
    ),
  },
  {
    key: 'deck',
    header: 'Deck',
    className: 'sm:min-w-28',
    cell: ({ deckTitle }) => <span className="wrap-anywhere">{deckTitle}</span>,
  },
  { key: 'kind', header: 'Kind', phone: 'hidden', wideOnly: true, cell: ({ kind }) => drillKindNames[kind] },
  { key: 'leak', header: 'Leak', cell: ({ leak }) => leak && leakName(leak) },
  {
    key: 'version',
    header: 'Version',
    align: 'end',
    phone: 'hidden',
    wideOnly: true,
    cell: ({ version }) => version,
  },
  {
    key: 'tries',
    header: 'Answers',
    align: 'end',
    cell: ({ tries }) => <Figure value={tries} unit="answers" />,
  },
  {
    key: 'right',
    header: 'Right',
    align: 'end',
    cell: ({ rightShare }) => (rightShare === null ? '–' : <Figure value={`${rightShare}%`} unit="right" />),
  },
  {
    key: 'time',
    header: 'Median time',
    align: 'end',
    phone: 'hidden',
    wideOnly: true,
    cell: ({ medianSeconds }) => (medianSeconds === null ? '–' : `${medianSeconds} s`),
  },
  {
    key: 'unclear',
    header: 'Unclear',
    align: 'end',
    // On phones, a badge replaces this column.
    phone: 'hidden',
    cell: ({ unclear }) => unclear,
  },
  {
    key: 'actions',
    header: 'Actions',
    headerHidden: true,
    align: 'end',
    cell: ({ id, isArchived, prompt }) => <ArchiveButton id={id} isArchived={isArchived} name={prompt} />,
  },
];

/** A number; with its unit on phones, where the table has no header. */
function Figure({ value, unit }: { value: number | string; unit: string }) {
  return (
    <>
      {value}
      <span className="sm:hidden"> {unit}</span>
    </>
  );
}
