import { Browser, DOMRect, Element } from 'happy-dom';
import { uploadRequestOver } from './upload-request.ts';

/** One document, as a browser makes a new one for each full load of a page. */
export type DomPage = { window: Window & typeof globalThis; close(): Promise<void> };

type Infrastructure = {
  fetch: (address: string, init?: RequestInit) => Promise<Response>;
  /** A link, a form or a script asks for another page, or for the same one again. */
  onLeave: (address: string) => void;
  /** A file goes to the browser's downloads. */
  onDownload: (fileName: string) => void;
};

/** A window of a desktop's size. Pictures, styles and scripts of pages are not loaded: nobody sees them. */
const settings = { viewport: { width: 1440, height: 900, devicePixelRatio: 1 } };

const shell = '<!doctype html><html lang="en"><head></head><body><div id="root"></div></body></html>';

/** Of everything: without a layout there is nothing else to say. Dialogs close when they have none. */
const size = { width: 800, height: 600 };
Element.prototype.getBoundingClientRect = () => new DOMRect(0, 0, size.width, size.height);

/** What is observed is in sight, and has its size. */
class Observer {
  readonly #tell: (entries: object[]) => void;
  constructor(tell: (entries: object[]) => void) {
    this.#tell = tell;
  }
  observe(target: unknown): void {
    queueMicrotask(() => this.#tell([{ target, isIntersecting: true, contentRect: size }]));
  }
  unobserve(): void {}
  disconnect(): void {}
}

export function openDomPage(address: string, { fetch, onLeave, onDownload }: Infrastructure): DomPage {
  const browser = new Browser({ settings });
  const { mainFrame } = browser.newPage();
  mainFrame.url = address;
  mainFrame.document.write(shell);
  mainFrame.goto = async (asked) => {
    onLeave(asked);
    return null;
  };
  Object.assign(mainFrame.window, {
    fetch,
    XMLHttpRequest: uploadRequestOver(fetch),
    IntersectionObserver: Observer,
    ResizeObserver: Observer,
    // Other tabs open beside this one, and are not looked at.
    open: (asked: string, target = '_blank') => {
      if (target === '_self') onLeave(asked);
      return null;
    },
  });
  // The library declares its own types for what the standard has; they are the same objects.
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
