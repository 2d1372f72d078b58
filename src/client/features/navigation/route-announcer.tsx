import { type RefObject, useEffect, useRef, useState } from 'react';

export type RouteAnnouncerProps = {
  /** Path of the page, without search and hash: a tab or a filter is no new page. */
  path: string;
  title: string;
  main: RefObject<HTMLElement | null>;
  /** The address names a section, which takes the focus itself. */
  hasHash: boolean;
};

/**
 * What a page load does for free and a client-side route does not: the title is read out, and the keyboard starts at
 * the top of the new content. Nothing is announced for the first page; the browser does that.
 */
export function RouteAnnouncer({ path, title, main, hasHash }: RouteAnnouncerProps) {
  const [announced, setAnnounced] = useState('');
  const lastPath = useRef(path);

  useEffect(() => {
    document.title = title;
    if (lastPath.current === path) return;
    lastPath.current = path;
    setAnnounced(title);
    if (!hasHash) main.current?.focus({ preventScroll: true });
  }, [path, title, main, hasHash]);

  return (
    <p id="route-announcer" aria-live="polite" className="sr-only">
      {announced}
    </p>
  );
}
