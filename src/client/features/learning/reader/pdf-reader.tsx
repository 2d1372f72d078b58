import { useRouterState } from '@tanstack/react-router';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Reading, ReadingResource } from '../../../../shared/learning/reading.ts';
import { shortcutKey } from '../../../lib/shortcut-key.ts';
import { useHydrated } from '../../../lib/use-hydrated.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Page } from '../../../ui/page.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { type HandMark, nearestMark } from '../../hands/marks/hand-marks.ts';
import { useHandMarks } from '../use-hand-marks.ts';
import { DownloadReading } from './download-reading.tsx';
import { PdfPage } from './pdf-page.tsx';
import { ReaderControls } from './reader-controls.tsx';
import { ReaderHeader } from './reader-header.tsx';
import { PageLoading, readerHeightClass } from './reader-loading.tsx';
import { ReaderSide } from './reader-side.tsx';
import { useOpenPdf } from './use-open-pdf.ts';
import { useSavedPage } from './use-saved-page.ts';
import { useScrollPosition } from './use-scroll-position.ts';
import { findTextColumn, fitZoom, nextZoom, pageWidth, textZoom } from './zoom.ts';

export type PdfReaderProps = { resource: ReadingResource; reading: Reading };

/**
 * Shows the pages of a PDF, each rendered on demand. Opens at the page in the URL hash or, without one, at the page
 * that the user read last, on whichever device.
 */
export function PdfReader({ resource, reading }: PdfReaderProps) {
  const opened = useOpenPdf(reading.url);
  const hashPage = useRouterState({ select: ({ location }) => pageOfHash(location.hash) });
  // Never changes, so that the PDF does not scroll when the current page is saved.
  const [startPage] = useState(hashPage ?? reading.page);
  // The page at which the PDF opens again after an error.
  const lastPage = useRef(startPage);
  // The server does not know the hash.
  const shownPage = useHydrated() ? startPage : reading.page;
  if (opened.status === 'open') {
    return <Pages pdf={opened.pdf} resource={resource} reading={reading} lastPage={lastPage} />;
  }
  return (
    <div className={`flex flex-col ${readerHeightClass}`}>
      <ReaderHeader resource={resource} reading={reading}>
        {opened.status === 'opening' && <Skeleton className="h-9 basis-full sm:basis-80" />}
      </ReaderHeader>
      {opened.status === 'opening' ? (
        <PageLoading picture={shownPage === 1 ? reading.firstPage : undefined} />
      ) : (
        <Page width="medium">
          <ErrorState
            title="This PDF could not be shown"
            message={opened.message}
            note="Your place in it is not lost."
            onRetry={opened.retry}
            action={<DownloadReading reading={reading} />}
          />
        </Page>
      )}
    </div>
  );
}

/** The page in a URL hash such as `#page-3`. A number beyond the last page opens the last page. */
function pageOfHash(hash: string): number | undefined {
  const page = /^page-([1-9]\d{0,4})$/.exec(hash)?.[1];
  return page === undefined ? undefined : Number(page);
}

/** Horizontal space beside the pages, in CSS pixels, both sides together. */
const margins = 32;
/** The height of an A4 sheet divided by its width, used until the ratio of a page is known. */
const defaultRatio = Math.SQRT2;

type PagesProps = PdfReaderProps & { pdf: PDFDocumentProxy; lastPage: RefObject<number> };

function Pages({ pdf, resource, reading, lastPage }: PagesProps) {
  const scroller = useRef<HTMLElement>(null);
  const [frame, setFrame] = useState({ width: 0, height: 0 });
  const [zoom, setZoom] = useState(fitZoom);
  const [ringHidden, setRingHidden] = useState(false);
  const [ratios, setRatios] = useState<Record<number, number>>({});
  const room = frame.width - margins;
  const isMeasured = room > 0;
  const width = pageWidth(room, zoom);
  const layout = isMeasured ? `${width} ${frame.height} ${JSON.stringify(ratios)}` : undefined;
  const [startPage] = useState(lastPage.current);
  const { page, goTo, onScroll } = useScrollPosition(scroller, pdf.numPages, startPage, layout);
  useEffect(() => {
    lastPage.current = page;
  }, [page, lastPage]);
  /** How far to scroll to the right as soon as the pages have their new width, as a fraction of the new width. */
  const textLeft = useRef<number>(undefined);
  const { isUnsaved } = useSavedPage(resource, page, pdf.numPages, reading.page);
  const notes = trpc.learning.listNotes.useQuery(resource).data;
  const [showsNotes, setShowsNotes] = useState(false);
  const marks = useHandMarks(resource, notes);
  const [openedHand, setOpenedHand] = useState<HandMark>();
  // The pages of a document usually have the same size.
  const estimatedRatio = Object.values(ratios)[0] ?? defaultRatio;

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const observer = new ResizeObserver(() =>
      setFrame({ width: element.clientWidth, height: element.clientHeight }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  // The reader takes the focus so that its keys work immediately, unless another element has the focus. Keyboard
  // users see a focus ring. For other users, the ring is hidden until they press a key.
  useEffect(() => {
    const before = document.activeElement;
    if (before !== document.body && before?.id !== 'main') return;
    setRingHidden(!before.matches(':focus-visible'));
    scroller.current?.focus({ preventScroll: true });
  }, []);

  useLayoutEffect(() => {
    if (textLeft.current === undefined) return;
    scroller.current?.scrollTo({ left: textLeft.current * width });
    textLeft.current = undefined;
  }, [width]);

  async function fitText() {
    const { left, right } = await findTextColumn(pdf, page);
    const fittedZoom = textZoom(room, right - left);
    if (pageWidth(room, fittedZoom) !== width) textLeft.current = left;
    setZoom(fittedZoom);
  }

  function handleKey(event: KeyboardEvent) {
    setRingHidden(false);
    if (event.ctrlKey || event.metaKey || event.altKey || isOutsidePages(event.target)) return;
    // When the pages are wider than the reader, the left and right arrows scroll them.
    const isWider = width > room;
    const actions: Record<string, (() => void) | undefined> = {
      ArrowRight: isWider ? undefined : () => goTo(page + 1),
      ArrowLeft: isWider ? undefined : () => goTo(page - 1),
      Home: () => goTo(1),
      End: () => goTo(pdf.numPages),
      '+': () => setZoom(nextZoom(zoom, 1)),
      '=': () => setZoom(nextZoom(zoom, 1)),
      '-': () => setZoom(nextZoom(zoom, -1)),
      '0': () => setZoom(fitZoom),
      h: marks.length > 0 ? () => setOpenedHand(nearestMark(marks, page)) : undefined,
    };
    const action = actions[shortcutKey(event)];
    if (!action) return;
    event.preventDefault();
    action();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are shortcuts for the buttons inside
    <div className={`flex flex-col ${readerHeightClass}`} onKeyDown={handleKey}>
      <ReaderHeader
        resource={resource}
        reading={reading}
        isUnsaved={isUnsaved}
        action={
          <Button
            variant={showsNotes ? 'secondary' : 'quiet'}
            size="small"
            aria-expanded={showsNotes}
            onClick={() => setShowsNotes(!showsNotes)}
            className="tabular"
          >
            {notes && notes.length > 0 ? `Notes (${notes.length})` : 'Notes'}
          </Button>
        }
      >
        <ReaderControls
          resource={resource}
          page={page}
          pageCount={pdf.numPages}
          onPage={goTo}
          zoom={zoom}
          onZoom={setZoom}
          onFitText={() => {
            fitText().catch((error: unknown) =>
              console.warn('The text of the page could not be measured', error),
            );
          }}
        />
      </ReaderHeader>
      <div className="flex min-h-0 flex-1 max-lg:flex-col">
        <section
          ref={scroller}
          aria-label={`Pages of ${reading.title}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
          tabIndex={0}
          onScroll={onScroll}
          onBlur={() => setRingHidden(false)}
          className={classNames(
            'relative min-h-0 min-w-0 flex-1 overflow-auto bg-sunken px-4 [overflow-anchor:none] -outline-offset-2',
            ringHidden && 'outline-none',
          )}
        >
          {isMeasured &&
            Array.from({ length: pdf.numPages }, (_, index) => (
              <PdfPage
                // biome-ignore lint/suspicious/noArrayIndexKey: a page has no other identity than its number
                key={index}
                pdf={pdf}
                number={index + 1}
                width={width}
                ratio={ratios[index + 1] ?? estimatedRatio}
                picture={index === 0 ? reading.firstPage : undefined}
                scroller={scroller}
                // At least as tall as the reader, so that the last page can be scrolled to the top.
                minHeight={index + 1 === pdf.numPages ? frame.height : 0}
                onRatio={(ratio) =>
                  setRatios((current) =>
                    current[index + 1] === ratio ? current : { ...current, [index + 1]: ratio },
                  )
                }
              />
            ))}
        </section>
        {(marks.length > 0 || showsNotes) && (
          <ReaderSide
            resource={resource}
            page={page}
            onPage={goTo}
            marks={marks}
            openedHand={openedHand}
            onOpenHand={setOpenedHand}
            showsNotes={showsNotes}
          />
        )}
      </div>
    </div>
  );
}

/** Whether a key press belongs to a field, a dialog, or the panel beside the pages. */
function isOutsidePages(target: EventTarget): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.closest('input, textarea, select, [role="dialog"]') !== null || target.matches('[data-own-keys] *')
  );
}
