import { Browser, DOMRect, Element } from 'happy-dom';
import { uploadRequestOver } from './upload-request.ts';

/** One document; a browser creates a new one for each full page load. */
export type DomPage = { window: Window & typeof globalThis; close(): Promise<void> };

type DomPageOptions = {
  /** Width of the window in CSS pixels. */
  width: number;
  fetch: (url: string, init?: RequestInit) => Promise<Response>;
  /** Called when a link, a form or a script navigates to another page or reloads. */
  onLeave: (url: string) => void;
  /** Called when a file is downloaded. */
  onDownload: (fileName: string) => void;
};

const shell = '<!doctype html><html lang="en"><head></head><body><div id="root"></div></body></html>';

/** The size of every element, because there is no layout. Headless UI closes a dialog that has no size. */
const size = { width: 800, height: 600 };
Element.prototype.getBoundingClientRect = () => new DOMRect(0, 0, size.width, size.height);

/** Reports every observed element as visible, with its size. */
class Observer {
  readonly #callback: (entries: object[]) => void;
  constructor(callback: (entries: object[]) => void) {
    this.#callback = callback;
  }
  observe(target: unknown): void {
    queueMicrotask(() => this.#callback([{ target, isIntersecting: true, contentRect: size }]));
  }
  unobserve(): void {}
  disconnect(): void {}
}

/** Opens a document in its own window. Images, styles and scripts are not loaded, because nothing is rendered. */
export function openDomPage(url: string, { width, fetch, onLeave, onDownload }: DomPageOptions): DomPage {
  const browser = new Browser({ settings: { viewport: { width, height: 900, devicePixelRatio: 1 } } });
  const { mainFrame } = browser.newPage();
  mainFrame.url = url;
  mainFrame.document.write(shell);
  mainFrame.goto = async (target) => {
    onLeave(target);
    return null;
  };
  Object.assign(mainFrame.window, {
    fetch,
    XMLHttpRequest: uploadRequestOver(fetch),
    IntersectionObserver: Observer,
    ResizeObserver: Observer,
    // New tabs are ignored.
    open: (url: string, target = '_blank') => {
      if (target === '_self') onLeave(url);
      return null;
    },
  });
  // happy-dom declares its own types for the standard objects.
  const window = mainFrame.window as unknown as DomPage['window'];
  window.addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof window.Element ? event.target.closest('a') : null;
      if (!link?.hasAttribute('download')) return;
      event.preventDefault();
      onDownload(link.download);
    },
    true,
  );
  return { window, close: () => browser.close() };
}
