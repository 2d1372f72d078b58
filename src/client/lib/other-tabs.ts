/** The new user's id; null when logged out, or when the same user has another role. */
type Told = { userId: string | null };

let channel: BroadcastChannel | undefined;

/**
 * The channel of this tab: its messages reach the other tabs and never itself. Without BroadcastChannel, other tabs
 * notice with their next request.
 */
function sharedChannel(): BroadcastChannel | undefined {
  if (!('BroadcastChannel' in globalThis)) return undefined;
  channel ??= new BroadcastChannel('who-acts');
  return channel;
}

/**
 * Notifies this browser's other tabs that they now belong to another user. Pages in the bfcache get the message too, and
 * browsers then discard them.
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
