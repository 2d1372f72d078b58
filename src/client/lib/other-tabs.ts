import { useEffect } from 'react';

let channel: BroadcastChannel | undefined;

/** One for this tab: what it sends comes to the others, and never back to itself. */
function sharedChannel(): BroadcastChannel {
  channel ??= new BroadcastChannel('who-acts');
  return channel;
}

/** Tells this browser's other tabs that from now on the academy answers them as somebody else. */
export function tellOtherTabs(): void {
  sharedChannel().postMessage('changed');
}

/** @param onChange what to do when another tab told it. @returns stops listening */
function hearOtherTabs(onChange: () => void): () => void {
  const tabs = sharedChannel();
  tabs.addEventListener('message', onChange);
  return () => tabs.removeEventListener('message', onChange);
}

/** A full load when another tab told it: nothing that was read as somebody else stays in memory. */
export function useOtherTabs(): void {
  useEffect(() => hearOtherTabs(() => window.location.reload()), []);
}
