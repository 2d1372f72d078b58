/** Times the width that fits. */
const steps = [0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3, 4];
export const fitZoom = 1;

/** The next step in a direction; the last one stays. */
export function nextZoom(zoom: number, direction: 1 | -1): number {
  const next = direction === 1 ? steps.find((step) => step > zoom) : steps.findLast((step) => step < zoom);
  return next ?? zoom;
}

export function canZoom(zoom: number, direction: 1 | -1): boolean {
  return nextZoom(zoom, direction) !== zoom;
}

/** CSS pixels: wider pages are no easier to read. */
const widestPage = 880;

/** Width of a page in a window of `room` CSS pixels. */
export function pageWidth(room: number, zoom: number): number {
  return Math.max(1, Math.round(Math.min(room, widestPage) * zoom));
}

/** The zoom at which text that takes this share of a page's width fills a window of `room` CSS pixels. */
export function textZoom(room: number, share: number): number {
  const zoom = room / (pageWidth(room, fitZoom) * share);
  return Math.min(Math.max(zoom, fitZoom), steps.at(-1) ?? fitZoom);
}
