import type { MouseEvent } from 'react';

/** Whether a click on a link makes the browser open a new tab or window, or download the page. */
export function opensElsewhere({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return metaKey || ctrlKey || shiftKey || altKey;
}
