import { afterEach, describe, expect, it, vi } from 'vitest';

/** The module as a tab of its own has it, with its own channel. */
async function openTab() {
  vi.resetModules();
  return import('./other-tabs.ts');
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('what tabs tell each other', () => {
  it('reaches the others with who acts, and never the teller', async () => {
    const teller = await openTab();
    const other = await openTab();
    const heard: unknown[] = [];
    const stopTeller = teller.hearOtherTabs((userId) => heard.push(['teller', userId]));
    const all = new Promise<void>((resolve) => {
      other.hearOtherTabs((userId) => {
        heard.push(['other', userId]);
        if (userId === null) resolve();
      });
    });
    teller.tellOtherTabs('018f');
    teller.tellOtherTabs(null);
    await all;
    expect(heard).toEqual([
      ['other', '018f'],
      ['other', null],
    ]);
    stopTeller();
  });

  it('is left out where the browser has no channels', async () => {
    vi.stubGlobal('BroadcastChannel', undefined);
    Reflect.deleteProperty(globalThis, 'BroadcastChannel');
    const { hearOtherTabs, tellOtherTabs } = await openTab();
    const stop = hearOtherTabs(() => expect.unreachable());
    tellOtherTabs(null);
    stop();
  });
});
