import { describe, expect, it } from 'vitest';
import { jsonStorage } from '../../../lib/browser-storage.ts';
import { playerAction } from './player-keys.ts';
import {
  createProgressReporter,
  type ProgressReport,
  type ReportOutcome,
  type UnsentProgress,
} from './progress-reporter.ts';
import { browserProgressStore, lastPositionStore } from './progress-store.ts';
import { createStudyClock, crossesCompletion, outcomeOf } from './use-session-progress.ts';

function setUp(unsent?: UnsentProgress) {
  const sent: ProgressReport[] = [];
  const outcomes: ReportOutcome[] = [];
  const store: { unsent: UnsentProgress | undefined } = { unsent };
  const resolvers: (() => void)[] = [];
  const clock = { now: 1_000 };
  let isHeld = false;
  const reporter = createProgressReporter({
    async send(report) {
      sent.push(report);
      if (isHeld) await new Promise<void>((resolve) => resolvers.push(resolve));
      return outcomes.shift() ?? 'saved';
    },
    store: {
      load: () => store.unsent,
      save: (next) => {
        store.unsent = next;
      },
      clear: () => {
        store.unsent = undefined;
      },
    },
    now: () => clock.now,
  });
  return {
    reporter,
    sent,
    outcomes,
    store,
    clock,
    hold: () => {
      isHeld = true;
    },
    release: () => {
      isHeld = false;
      for (const resolve of resolvers.splice(0)) resolve();
    },
  };
}

describe('progress reports', () => {
  it('a report contains whole seconds and leaves the fraction to the next report; without progress, no report is sent', async () => {
    const { reporter, sent } = setUp();
    await reporter.flush();
    reporter.studied(10.5);
    reporter.movedTo(751.9);
    await reporter.flush();
    reporter.movedTo(751.95);
    await reporter.flush();
    reporter.studied(0.5);
    await reporter.flush();
    expect(sent).toEqual([{ addSeconds: 10, position: 751 }, { addSeconds: 1 }]);
  });

  it('the first report is sent even without progress', async () => {
    const { reporter, sent } = setUp();
    await reporter.flush({ first: true });
    expect(sent).toEqual([{ addSeconds: 0 }]);
  });

  it('if the connection fails, progress is neither lost nor counted twice', async () => {
    const { reporter, sent, outcomes, store } = setUp();
    outcomes.push('later', 'later');
    reporter.studied(10);
    reporter.movedTo(100);
    await reporter.flush();
    expect(store.unsent).toEqual({ seconds: 10, position: 100, at: 1_000 });
    reporter.studied(5);
    reporter.movedTo(105);
    await reporter.flush();
    await reporter.flush();
    await reporter.flush();
    expect(sent).toEqual([
      { addSeconds: 10, position: 100 },
      { addSeconds: 15, position: 105 },
      { addSeconds: 15, position: 105 },
    ]);
    expect(store.unsent).toBeUndefined();
  });

  it('progress survives a logout, and is sent after the next login', async () => {
    const { reporter, sent, outcomes, store } = setUp();
    outcomes.push(outcomeOf(401));
    reporter.studied(10);
    reporter.movedTo(100);
    await reporter.flush();
    expect(store.unsent).toEqual({ seconds: 10, position: 100, at: 1_000 });
    await reporter.flush();
    expect(sent).toEqual([
      { addSeconds: 10, position: 100 },
      { addSeconds: 10, position: 100 },
    ]);
    expect([200, 403, 429, 503].map(outcomeOf)).toEqual(['saved', 'rejected', 'later', 'later']);
  });

  it('an unsent position is stored with the time of the newest failed report, not of the first one', async () => {
    const { reporter, outcomes, store, clock } = setUp();
    outcomes.push('later', 'later');
    reporter.movedTo(302);
    await reporter.flush();
    clock.now = 11_000;
    await reporter.flush();
    expect(store.unsent).toEqual({ seconds: 0, position: 302, at: 11_000 });
  });

  it('stored progress is sent after a reload', async () => {
    const { reporter, sent } = setUp({ seconds: 42, position: 751, at: 500 });
    await reporter.flush();
    expect(sent).toEqual([{ addSeconds: 42, position: 751 }]);
  });

  it('reports do not overlap, but when the user leaves the page, progress that is not sent yet is sent immediately', async () => {
    const { reporter, sent, hold, release } = setUp();
    hold();
    reporter.studied(10);
    const first = reporter.flush();
    reporter.studied(3);
    await reporter.flush();
    const last = reporter.flush({ leaving: true });
    release();
    await Promise.all([first, last]);
    expect(sent).toEqual([{ addSeconds: 10 }, { addSeconds: 3 }]);
  });

  it.each([
    ['first', ['later', 'saved']],
    ['second', ['saved', 'later']],
  ] as const)(
    'if the %s of two overlapping reports fails, neither study time nor the newer position is lost',
    async (_order, ends) => {
      const { reporter, outcomes, store, hold, release } = setUp();
      outcomes.push(...ends);
      hold();
      reporter.studied(10);
      reporter.movedTo(100);
      const first = reporter.flush();
      reporter.studied(4);
      reporter.movedTo(104);
      const last = reporter.flush({ leaving: true });
      release();
      await Promise.all([first, last]);
      const isFirst = ends[0] === 'later';
      expect(store.unsent).toEqual(
        isFirst ? { seconds: 10, at: 1_000 } : { seconds: 4, position: 104, at: 1_000 },
      );
    },
  );

  it('no more reports are sent after the server has rejected one', async () => {
    const { reporter, sent, outcomes } = setUp();
    outcomes.push('rejected');
    reporter.studied(10);
    await reporter.flush();
    reporter.studied(10);
    await reporter.flush();
    expect(sent).toHaveLength(1);
  });

  it('the last position that a tab stored for a session is valid for one minute', () => {
    const entries = new Map<string, string>();
    const storage = jsonStorage(() => ({
      getItem: (key) => entries.get(key) ?? null,
      setItem: (key, value) => void entries.set(key, value),
      removeItem: (key) => void entries.delete(key),
    }));
    const last = lastPositionStore('ada', 3, storage);
    expect(last.load(0)).toBeUndefined();
    last.save(751, 1_000);
    expect(last.load(60_999)).toBe(751);
    expect(last.load(61_000)).toBeUndefined();
    expect(lastPositionStore('ada', 4, storage).load(1_000)).toBeUndefined();
    expect(lastPositionStore('bea', 3, storage).load(1_000)).toBeUndefined();
  });

  it('progress is stored per user and session, and invalid entries count as empty', () => {
    const stored = new Map<string, string>();
    const storage = jsonStorage(() => ({
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    }));
    browserProgressStore('ann', 3, storage).save({ seconds: 4, at: 9, position: 2 });
    expect(browserProgressStore('ann', 3, storage).load()).toEqual({ seconds: 4, at: 9, position: 2 });
    expect(browserProgressStore('bob', 3, storage).load()).toBeUndefined();
    expect(browserProgressStore('ann', 4, storage).load()).toBeUndefined();
    stored.set('progress:ann:3', '{"seconds":-1,"at":2}');
    expect(browserProgressStore('ann', 3, storage).load()).toBeUndefined();
    stored.set('progress:ann:3', 'nonsense');
    expect(browserProgressStore('ann', 3, storage).load()).toBeUndefined();
  });
});

describe('study time', () => {
  /** A tick counts for at most this many seconds, however long ago the last tick was. */
  const maxTickSeconds = 2;

  it('only visible playback and reading within a minute of the last scroll count as study', () => {
    const clock = createStudyClock(0);
    const tick = (now: number, visible: boolean, playing: boolean) => clock.tick({ now, visible, playing });
    expect(tick(1_000, true, false)).toBe(0);
    expect(tick(2_000, true, true)).toBe(1);
    expect(tick(3_000, false, true)).toBe(0);
    clock.active(3_500);
    expect(tick(4_000, true, false)).toBe(1);
    expect(tick(5_000, false, false)).toBe(0);
    expect(tick(63_400, true, false)).toBe(maxTickSeconds);
    expect(tick(63_600, true, false)).toBe(0);
  });

  it('a night of system sleep does not count as study', () => {
    const clock = createStudyClock(0);
    expect(clock.tick({ now: 8 * 3_600_000, visible: true, playing: true })).toBe(maxTickSeconds);
  });
});

describe('completion rule', () => {
  it('a session is complete after watching past 90%, but not after seeking past it', () => {
    expect(crossesCompletion(89, 90, 100, 0)).toBe(true);
    expect(crossesCompletion(88, 89.9, 100, 0)).toBe(false);
    expect(crossesCompletion(90, 91, 100, 0)).toBe(false);
    expect(crossesCompletion(10, 95, 100, 0)).toBe(false);
    expect(crossesCompletion(89, 90, Number.POSITIVE_INFINITY, 0)).toBe(false);
    expect(crossesCompletion(0, 0.1, Number.NaN, 0)).toBe(false);
  });

  it('reaching the end completes a session only after a stretch of playback without a seek', () => {
    expect(crossesCompletion(597.8, 598.1, 600, 20)).toBe(true);
    expect(crossesCompletion(597.8, 598.1, 600, 5)).toBe(false);
    expect(crossesCompletion(590, 600, 600, 20)).toBe(false);
  });
});

describe('player keys', () => {
  it('the player ignores a key that the focused button, slider or list uses itself', () => {
    expect(playerAction(' ', 'other')).toBe('toggle');
    expect(playerAction(' ', 'button')).toBeUndefined();
    expect(playerAction('ArrowLeft', 'scrubber')).toBe('back');
    expect(playerAction('ArrowLeft', 'volume')).toBeUndefined();
    expect(playerAction('f', 'button')).toBe('fullscreen');
    expect(playerAction('m', 'list')).toBeUndefined();
    expect(playerAction('Tab', 'other')).toBeUndefined();
  });
});
