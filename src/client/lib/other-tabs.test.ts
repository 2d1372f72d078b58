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
  it('a message reaches all other tabs with the user id, but not the sender', async () => {
    const teller = await openTab();
    const other = await openTab();
    const heard: unknown[] = [];
    const stopTeller = teller.onOtherTabs((userId) => heard.push(['teller', userId]));
    const all = new Promise<void>((resolve) => {
      other.onOtherTabs((userId) => {
        heard.push(['other', userId]);
        if (userId === null) resolve();
      });
    });
    teller.notifyOtherTabs('018f');
    teller.notifyOtherTabs(null);
    await all;
    expect(heard).toEqual([
      ['other', '018f'],
      ['other', null],
    ]);
    stopTeller();
  });

  it('without BroadcastChannel, notifying other tabs does nothing', async () => {
    vi.stubGlobal('BroadcastChannel', undefined);
    Reflect.deleteProperty(globalThis, 'BroadcastChannel');
    const { onOtherTabs, notifyOtherTabs } = await openTab();
    const stop = onOtherTabs(() => expect.unreachable());
    notifyOtherTabs(null);
    stop();
  });
});
