import type { PDFDocumentProxy } from 'pdfjs-dist';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { drawPage } from './draw-page.ts';
import './pdf-text.css';

export type PdfPageProps = {
  pdf: PDFDocumentProxy;
  /** From 1. */
  number: number;
  /** CSS pixels. */
  width: number;
  /** Height over width, guessed until the page was opened. */
  ratio: number;
  /** Of its place, CSS pixels. */
  minHeight: number;
  /** What scrolls. */
  scroller: RefObject<HTMLElement | null>;
  onRatio: (ratio: number) => void;
};

/** Pages this far outside the window are drawn ahead, and further ones given up. */
const aheadOfWindow = '75% 0px';

/** One page: drawn while it is near the window, an empty sheet of its size otherwise. */
export function PdfPage({ pdf, number, width, ratio, minHeight, scroller, onRatio }: PdfPageProps) {
  const sheet = useRef<HTMLElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  const [failed, setFailed] = useState(false);
  const tellRatio = useEffectEvent(onRatio);

  useEffect(() => {
    const target = sheet.current;
    if (!target) return;
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), {
      root: scroller.current,
      rootMargin: aheadOfWindow,
    });
    observer.observe(target);
    return () => observer.disconnect();
  }, [scroller]);

  useEffect(() => {
    const picture = canvas.current;
    const words = text.current;
    if (!near || !picture || !words) return;
    const controller = new AbortController();
    const { signal } = controller;
    setFailed(false);
    drawPage(pdf, { canvas: picture, text: words }, { number, width, signal, onShape: tellRatio }).catch(
      () => {
        if (!signal.aborted) setFailed(true);
      },
    );
    return () => controller.abort();
  }, [pdf, number, width, near]);

  return (
    <section
      ref={sheet}
      data-page={number}
      aria-label={`Page ${number}`}
      // Sizes are read right after they are set: the stylesheet gives everything a moment where motion is reduced.
      className="mx-auto pt-3 transition-none last:pb-3"
      style={{ width, minHeight }}
    >
      <div
        className="relative bg-white shadow-float transition-none dark:brightness-85"
        style={{ height: Math.round(width * ratio) }}
      >
        {near && (
          <>
            <div aria-hidden="true" className="h-full">
              <canvas ref={canvas} className="block h-full w-full" />
            </div>
            <div ref={text} />
          </>
        )}
        {failed && (
          <p role="alert" className="absolute inset-x-4 top-4 rounded-control bg-danger-soft p-3 text-danger">
            Page {number} could not be shown. Download the PDF to see it.
          </p>
        )}
      </div>
    </section>
  );
}
