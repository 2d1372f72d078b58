import { useEffect, useEffectEvent } from 'react';
import { shortcutKey } from './shortcut-key.ts';

/** Elements that use letter keys themselves. */
const ownKeys = 'input, textarea, select, audio, video, [contenteditable], [role="menu"]';

/**
 * Single-key shortcuts: `onKey` gets the key in lower case. It is not called while the focus is in a field, a media
 * player or a menu, or while a dialog is open. If `areSingleKeysOn` is false, it gets `unidentified` instead of a
 * character other than space. A handler that opens a dialog must call `preventDefault`, or the letter would be typed
 * into the first field of the dialog.
 */
export function useSingleKeys(onKey: (key: string, event: KeyboardEvent) => void): void {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest(ownKeys)) return;
    // The focus may be outside the dialog: on a message, or on the page if the focused button was removed.
    if (document.querySelector('[role="dialog"]')) return;
    onKey(shortcutKey(event).toLowerCase(), event);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handleKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
