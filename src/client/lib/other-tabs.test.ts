import { afterEach, describe, expect, it, vi } from 'vitest';

/** Loads the module as another tab would, with its own channel. */
async function openTab() {
  vi.resetModules();
  return import('./other-tabs.ts');
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('notifications between tabs', () => {
  it('a message with the user id reaches the other tabs, but not the sender', async () => {
    const sender = await openTab();
    const other = await openTab();
    const received: unknown[] = [];
    const stopSender = sender.onOtherTabs((userId) => received.push(['sender', userId]));
    const all = new Promise<void>((resolve) => {
      other.onOtherTabs((userId) => {
        received.push(['other', userId]);
        if (userId === null) resolve();
      });
    });
    sender.notifyOtherTabs('018f');
    sender.notifyOtherTabs(null);
    await all;
    expect(received).toEqual([
      ['other', '018f'],
      ['other', null],
    ]);
    stopSender();
  });

  it('without BroadcastChannel, notifying other tabs does nothing', async () => {
    // The stub lets `unstubAllGlobals` restore the global that the next line deletes.
    vi.stubGlobal('BroadcastChannel', undefined);
    Reflect.deleteProperty(globalThis, 'BroadcastChannel');
    const { onOtherTabs, notifyOtherTabs } = await openTab();
    const stop = onOtherTabs(() => expect.unreachable());
    notifyOtherTabs(null);
    stop();
  });
});
