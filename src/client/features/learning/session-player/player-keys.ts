/** `hand` opens the hand that is attached nearest to the current position. */
export type PlayerAction =
  | 'toggle'
  | 'back'
  | 'forward'
  | 'louder'
  | 'quieter'
  | 'mute'
  | 'fullscreen'
  | 'captions'
  | 'hand';

/**
 * The kind of the focused element. A button handles Space itself, the volume slider handles the arrow keys itself, and
 * a list handles all keys itself. `scrubber` is the seek bar, on which all keys are shortcuts of the player.
 */
export type FocusKind = 'button' | 'scrubber' | 'volume' | 'list' | 'other';

const keys: Record<string, PlayerAction> = {
  ' ': 'toggle',
  k: 'toggle',
  ArrowLeft: 'back',
  ArrowRight: 'forward',
  ArrowUp: 'louder',
  ArrowDown: 'quieter',
  m: 'mute',
  f: 'fullscreen',
  c: 'captions',
  h: 'hand',
};

/**
 * The player action of a key; undefined if it has none, or if the focused element handles the key itself.
 * @param key - as `shortcutKey` returns it
 */
export function playerAction(key: string, focus: FocusKind): PlayerAction | undefined {
  if (focus === 'list') return undefined;
  if (focus === 'button' && key === ' ') return undefined;
  if (focus === 'volume' && key.startsWith('Arrow')) return undefined;
  return keys[key];
}

export function focusKind(target: EventTarget | null): FocusKind {
  if (target instanceof HTMLButtonElement || target instanceof HTMLAnchorElement) return 'button';
  if (target instanceof HTMLSelectElement) return 'list';
  if (target instanceof HTMLInputElement) return target.name === 'volume' ? 'volume' : 'scrubber';
  return 'other';
}
