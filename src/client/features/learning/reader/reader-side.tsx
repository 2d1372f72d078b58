import type { ReadingResource } from '../../../../shared/learning/reading.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { lazyInPlace } from '../../../ui/lazy-in-place.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { Skeleton, SkeletonRegion } from '../../../ui/skeleton.tsx';
import { type HandMark, markOfNote } from '../../hands/marks/hand-marks.ts';
import { MarkedHands } from '../../hands/marks/marked-hands.tsx';

const notesNotLoaded = 'Your notes could not be loaded';

/** Loaded on demand, together with the schemas of its form. */
const NotesCard = lazyInPlace(
  notesNotLoaded,
  async () => (await import('../notes/notes-card.tsx')).NotesCard,
);

export type ReaderSideProps = {
  resource: ReadingResource;
  page: number;
  onPage: (page: number) => void;
  marks: readonly HandMark[];
  /** The mark whose hand is open, if any. */
  openedHand: HandMark | undefined;
  onOpenHand: (mark: HandMark | undefined) => void;
  showsNotes: boolean;
};

/** The hands of the PDF and the user's notes on it, beside the pages, or below them on a narrow screen. */
export function ReaderSide(props: ReaderSideProps) {
  const { resource, page, onPage, marks, openedHand, onOpenHand, showsNotes } = props;
  const notes = trpc.learning.listNotes.useQuery(resource);
  return (
    <aside
      aria-label="Notes and hands"
      // Keys pressed in here do not turn the page.
      data-own-keys
      className="grid max-h-[60%] shrink-0 content-start gap-2 overflow-auto border-border bg-bg p-2 max-lg:border-t max-lg:px-4 sm:max-lg:px-6 lg:max-h-none lg:w-92 lg:border-l print:hidden"
    >
      {marks.length > 1 && (
        <nav aria-label="Pages with hands" className="flex flex-wrap items-center gap-1 text-sm">
          <span className="mr-1 text-muted">Hands on page</span>
          {marks.map((mark) => (
            <Button
              key={mark.key}
              variant={mark.at === page ? 'secondary' : 'quiet'}
              size="small"
              aria-current={mark.at === page ? 'page' : undefined}
              aria-label={`Hand on page ${mark.at}: ${mark.title}`}
              onClick={() => onPage(mark.at)}
              className="min-w-9 px-2 tabular"
            >
              {mark.at}
            </Button>
          ))}
        </nav>
      )}
      <MarkedHands
        marks={marks}
        position={page}
        span={0}
        positionText={(at) => `on page ${at}`}
        opened={openedHand}
        onOpen={onOpenHand}
        onClose={() => onOpenHand(undefined)}
        onSeek={onPage}
      />
      {showsNotes && (
        <QueryView
          query={notes}
          skeleton={<NotesLoading />}
          errorTitle={notesNotLoaded}
          note="Your notes are not lost."
        >
          {(loaded) => (
            <NotesCard
              fallback={<NotesLoading />}
              notes={loaded}
              place={{ ...resource, page }}
              onSeek={onPage}
              onOpenHand={(note) => onOpenHand(markOfNote(note))}
            />
          )}
        </QueryView>
      )}
    </aside>
  );
}

function NotesLoading() {
  return (
    <SkeletonRegion label="Loading your notes...">
      <Skeleton className="h-56 rounded-card" />
    </SkeletonRegion>
  );
}
