/** The new user's id; null when logged out, or when the same user has another role. */
type Told = { userId: string | null };

let channel: BroadcastChannel | undefined;

/**
 * One for this tab: what it sends comes to the others, and never back to itself. A browser without such channels has
 * its other tabs learn it when they next ask the academy something.
 */
function sharedChannel(): BroadcastChannel | undefined {
  if (!('BroadcastChannel' in globalThis)) return undefined;
  channel ??= new BroadcastChannel('who-acts');
  return channel;
}

/**
 * Tells this browser's other tabs that the academy now sees them as another user. Pages in the bfcache are told too,
 * and browsers then discard them.
 * @param userId the logged-in user; null after logging out, and when an admin starts or stops impersonating a student
 */
export function notifyOtherTabs(userId: string | null): void {
  const told: Told = { userId };
  sharedChannel()?.postMessage(told);
}

/**
 * @param onMessage called when another tab reports a change, as in `notifyOtherTabs`. @returns a function that stops
 * listening
 */
export function onOtherTabs(onMessage: (userId: string | null) => void): () => void {
  const tabs = sharedChannel();
  const listener = ({ data }: MessageEvent<Told>) => onMessage(data.userId);
  tabs?.addEventListener('message', listener);
  return () => tabs?.removeEventListener('message', listener);
}
