import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ReadingResource } from '../../../../shared/learning/reading.ts';
import { useBookmarks } from '../../../lib/use-bookmarks.ts';
import { BookmarkButton } from '../../../ui/bookmark-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { Form } from '../../../ui/form.tsx';
import { canZoom, fitZoom, nextZoom } from './zoom.ts';

export type ReaderControlsProps = {
  resource: ReadingResource;
  page: number;
  pageCount: number;
  onPage: (page: number) => void;
  zoom: number;
  onZoom: (zoom: number) => void;
  onFitText: () => void;
};

export function ReaderControls(props: ReaderControlsProps) {
  const { resource, page, pageCount, onPage, zoom, onZoom, onFitText } = props;
  const isFitted = zoom === fitZoom;
  return (
    <>
      <div className="flex items-center sm:gap-1">
        <IconButton
          label="Previous page"
          keys="ArrowLeft"
          path="m10 3-5 5 5 5"
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        />
        <PageField page={page} pageCount={pageCount} onPage={onPage} />
        <IconButton
          label="Next page"
          keys="ArrowRight"
          path="m6 3 5 5-5 5"
          disabled={page >= pageCount}
          onClick={() => onPage(page + 1)}
        />
        <PageBookmark resource={resource} page={page} />
      </div>
      <div className="flex items-center sm:gap-1">
        <IconButton
          label="Zoom out"
          keys="-"
          path="M3 8h10"
          disabled={!canZoom(zoom, -1)}
          onClick={() => onZoom(nextZoom(zoom, -1))}
        />
        <Button
          variant="quiet"
          size="small"
          aria-keyshortcuts={isFitted ? undefined : '0'}
          onClick={isFitted ? onFitText : () => onZoom(fitZoom)}
          className="min-w-16 px-1"
        >
          {isFitted ? 'Fit text' : 'Fit page'}
          <span className="sr-only">, zoom {Math.round(zoom * 100)}%</span>
        </Button>
        <IconButton
          label="Zoom in"
          keys="+"
          path="M3 8h10M8 3v10"
          disabled={!canZoom(zoom, 1)}
          onClick={() => onZoom(nextZoom(zoom, 1))}
        />
      </div>
    </>
  );
}

function PageBookmark({ resource, page }: Pick<ReaderControlsProps, 'resource' | 'page'>) {
  const { isBookmarked, busy, set } = useBookmarks();
  const place = { ...resource, page };
  const marked = isBookmarked(place);
  return (
    <BookmarkButton
      marked={marked}
      item={`page ${page}`}
      busy={busy}
      onToggle={() => set(place, !marked)}
      small
    />
  );
}

function PageField({ page, pageCount, onPage }: Pick<ReaderControlsProps, 'page' | 'pageCount' | 'onPage'>) {
  const field = useRef<HTMLInputElement>(null);
  /** Input that was not submitted. A page change discards it. */
  const [typed, setTyped] = useState({ text: String(page), page });
  const text = typed.page === page ? typed.text : String(page);
  const reset = () => setTyped({ text: String(page), page });

  function handleSubmit() {
    // Renders the submitted number immediately, so that it can be selected and the next input replaces it.
    flushSync(() => {
      if (/^\d{1,6}$/.test(text.trim())) onPage(Number(text));
      reset();
    });
    field.current?.select();
  }

  return (
    <Form onSubmit={handleSubmit} className="flex items-center gap-2 text-sm text-muted tabular">
      <input
        ref={field}
        aria-label={`Page, 1 to ${pageCount}`}
        inputMode="numeric"
        autoComplete="off"
        value={text}
        onChange={(event) => setTyped({ text: event.currentTarget.value, page })}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={reset}
        className="min-h-9 w-12 rounded-control border border-control bg-surface text-center text-text"
      />
      <span>of {pageCount}</span>
    </Form>
  );
}

type IconButtonProps = {
  label: string;
  keys: string;
  path: string;
  disabled: boolean;
  onClick: () => void;
};

/** Stays focusable when disabled, so that keyboard focus is not lost. */
function IconButton({ label, keys, path, disabled, onClick }: IconButtonProps) {
  return (
    <Button
      variant="quiet"
      size="small"
      aria-label={label}
      aria-keyshortcuts={keys}
      aria-disabled={disabled || undefined}
      onClick={() => {
        if (!disabled) onClick();
      }}
      className="w-9 px-0"
    >
      <svg aria-hidden="true" viewBox="0 0 16 16" className="size-4">
        <path d={path} fill="none" stroke="currentColor" strokeWidth="1.75" />
      </svg>
    </Button>
  );
}
