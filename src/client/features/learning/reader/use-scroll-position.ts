import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';

/** The current page is the last one whose top is above this fraction of the scrolling element's visible height. */
const readingLine = 0.35;

type Position = { page: number; offset: number };

export type ScrollPosition = {
  page: number;
  goTo: (page: number) => void;
  /** Attach to the scrolling element. */
  onScroll: () => void;
};

/**
 * Tracks the current page, and preserves the scroll position when page sizes change: after zooming, after resizing the
 * window, and when the size of a page becomes known.
 * @param layout - changes with the page sizes; undefined before pages have a size
 */
export function useScrollPosition(
  scroller: RefObject<HTMLElement | null>,
  pageCount: number,
  startPage: number,
  layout: string | undefined,
): ScrollPosition {
  const [page, setPage] = useState(Math.min(Math.max(startPage, 1), pageCount));
  /** The topmost visible page, and the fraction of its height that is scrolled out of view. */
  const position = useRef<Position>({ page, offset: 0 });

  const show = useCallback(
    ({ page: targetPage, offset }: Position) => {
      const target = pageElement(scroller.current, targetPage);
      if (scroller.current && target)
        scroller.current.scrollTop = target.offsetTop + offset * target.offsetHeight;
    },
    [scroller],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: restores the position after each change of `layout`
  useLayoutEffect(() => show(position.current), [show, layout]);

  return {
    page,
    goTo(targetPage) {
      const next = Math.min(Math.max(targetPage, 1), pageCount);
      position.current = { page: next, offset: 0 };
      setPage(next);
      show(position.current);
    },
    onScroll() {
      const element = scroller.current;
      if (!element || layout === undefined) return;
      const { scrollTop, clientHeight } = element;
      const top = pageAt(element, scrollTop);
      if (top)
        position.current = {
          page: top.number,
          offset: (scrollTop - top.element.offsetTop) / top.element.offsetHeight,
        };
      const read = pageAt(element, scrollTop + clientHeight * readingLine);
      if (read) setPage(read.number);
    },
  };
}

function pageElement(scroller: HTMLElement | null, page: number): HTMLElement | undefined {
  return scroller?.querySelector<HTMLElement>(`[data-page="${page}"]`) ?? undefined;
}

/** The last page that begins at or above this offset; the first page if there is none. */
function pageAt(scroller: HTMLElement, y: number): { number: number; element: HTMLElement } | undefined {
  let found: { number: number; element: HTMLElement } | undefined;
  for (const element of scroller.querySelectorAll<HTMLElement>('[data-page]')) {
    if (found && element.offsetTop > Math.ceil(y)) break;
    found = { number: Number(element.dataset.page), element };
  }
  return found;
}
