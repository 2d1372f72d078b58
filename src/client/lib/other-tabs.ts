/** The id of the logged-in user, or null, as passed to `notifyOtherTabs`. */
type UserMessage = { userId: string | null };

let channel: BroadcastChannel | undefined;

/**
 * The channel of this tab. Its messages reach the other tabs but not this one. Without BroadcastChannel, other tabs
 * notice a new user only with their next request.
 */
function sharedChannel(): BroadcastChannel | undefined {
  if (!('BroadcastChannel' in globalThis)) return undefined;
  channel ??= new BroadcastChannel('current-user');
  return channel;
}

/**
 * Notifies this browser's other tabs of the user who is logged in now. Pages in the bfcache receive the message too,
 * and browsers then discard them.
 * @param userId - the logged-in user; null if no user is logged in. Also null when an admin starts or stops
 * impersonating a student, so that other tabs with a logged-in user reload
 */
export function notifyOtherTabs(userId: string | null): void {
  const message: UserMessage = { userId };
  sharedChannel()?.postMessage(message);
}

/**
 * Listens for changes reported by other tabs with `notifyOtherTabs`.
 * @returns a function that stops listening
 */
export function onOtherTabs(onMessage: (userId: string | null) => void): () => void {
  const tabs = sharedChannel();
  const listener = ({ data }: MessageEvent<UserMessage>) => onMessage(data.userId);
  tabs?.addEventListener('message', listener);
  return () => tabs?.removeEventListener('message', listener);
}
