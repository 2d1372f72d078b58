/** What is told: who acts from now on, or null for nobody, or for the same person in another role. */
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
 * Tells this browser's other tabs that from now on the academy answers them as somebody else. Pages that wait for the
 * back button are told too: browsers then throw them away.
 * @param userId who has signed in; null after signing out, and when an admin begins or ends to look as a student
 */
export function notifyOtherTabs(userId: string | null): void {
  const told: Told = { userId };
  sharedChannel()?.postMessage(told);
}

/** @param onTold told by another tab who acts from now on, as in `notifyOtherTabs`. @returns stops listening */
export function onOtherTabs(onTold: (userId: string | null) => void): () => void {
  const tabs = sharedChannel();
  const listener = ({ data }: MessageEvent<Told>) => onTold(data.userId);
  tabs?.addEventListener('message', listener);
  return () => tabs?.removeEventListener('message', listener);
}
