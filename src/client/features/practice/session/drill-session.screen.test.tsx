import { fireEvent, waitFor } from '@testing-library/dom';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { choiceDrill, createTestDeck } from '../../../../server/practice/testing/test-decks.ts';
import { takeBackSeconds } from '../../../../shared/practice/drill-rules.ts';
import { coachedAcademy } from '../../../../testing/screen/coached-academy.ts';
import { testPassword } from '../../../../testing/test-app.ts';
import { setSingleKeys } from '../../../lib/shortcut-key.ts';

const fixture = coachedAcademy();
/** Two decks with one drill each, about the same leak. */
let decks: string[];

beforeAll(async () => {
  const drill = { ...choiceDrill, leak: 'squeeze' as const };
  const made = [
    await createTestDeck(fixture.academy, fixture.coach, { drill }),
    await createTestDeck(fixture.academy, fixture.coach, { drill }),
  ];
  decks = made.map(({ deckId }) => deckId);
});

it('10 seconds after an answer, the focused button “Take back” does nothing, but keeps the focus, so that keys still work', async () => {
  const page = await fixture.open(
    `/practice/${decks[0]}?ask=all`,
    await fixture.academy.createUser({ password: testPassword }),
  );
  const answer = await page.findByRole('button', { name: /A third of the time/ });
  const timers = vi.spyOn(globalThis, 'setTimeout');
  fireEvent.click(answer);
  await page.findByText('Right');
  const takeBack = page.getByRole('button', { name: 'Take back' });
  takeBack.focus();
  const limit = takeBackSeconds * 1_000;
  const [passLimit] = timers.mock.calls.find(([, delay]) => delay === limit) ?? [];
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + limit + 1 });
  try {
    passLimit?.();
    await waitFor(() => expect(takeBack).toHaveAttribute('aria-disabled', 'true'));
    // A browser takes the focus from a disabled button and sends it no keys.
    expect(takeBack).toBeEnabled();
    fireEvent.click(takeBack);
    await page.findByText('Right');
    // On a Russian keyboard, the key in the place of E types this letter.
    fireEvent.keyDown(takeBack, { key: 'у', code: 'KeyE' });
    await page.findByRole('heading', { name: 'Done for now' });
  } finally {
    vi.useRealTimers();
  }
});

it('the student’s choice is shown before the server has responded to the answer', async () => {
  const page = await fixture.open(
    `/practice/${decks[0]}?ask=all`,
    await fixture.academy.createUser({ password: testPassword }),
  );
  const release = page.network.hold('drills.attempt');
  await page.user.click(await page.findByRole('button', { name: /A third of the time/ }));
  await page.findByText('Your choice: A third of the time');
  release();
  await page.findByText('Right');
});

it('a student can pause a second deck before the server has responded to the pause of the first deck', async () => {
  const other = await fixture.academy.createUser({ password: testPassword });
  const page = await fixture.open('/practice?ask=squeeze', other);
  const release = page.network.hold('drills.pauseDeck');
  await page.user.click(await page.findByRole('button', { name: 'Pause the deck' }));
  await page.findByText(/^Drill 2 of 2/);
  await page.user.click(page.getByRole('button', { name: 'Pause the deck' }));
  await page.findByRole('heading', { name: 'Done for now' });
  release();
  await waitFor(async () => {
    const shown = (await fixture.academy.caller(other).drills.practice()).decks;
    const paused = shown.filter(({ isPaused }) => isPaused).map(({ id }) => id);
    expect(paused.toSorted()).toEqual(decks.toSorted());
  });
});

it('after an answer, P pauses no deck, because no button offers it then', async () => {
  const page = await fixture.open(
    `/practice/${decks[0]}?ask=all`,
    await fixture.academy.createUser({ password: testPassword }),
  );
  await page.user.click(await page.findByRole('button', { name: /A third of the time/ }));
  await page.findByText('Right');
  expect(page.queryByRole('button', { name: 'Pause the deck' })).toBeNull();
  await page.user.keyboard('p');
  await page.settle();
  expect(page.network.sent.join()).not.toContain('drills.pauseDeck');
  // The focus is inside the drill: other keys work.
  await page.user.keyboard('e');
  await page.findByRole('heading', { name: 'Done for now' });
});

it('a student can report a second drill before the server has responded to the report of the first drill', async () => {
  const page = await fixture.open(
    '/practice?ask=squeeze',
    await fixture.academy.createUser({ password: testPassword }),
  );
  const release = page.network.hold('drills.reportUnclear');
  for (let drill = 1; drill <= 2; drill += 1) {
    await page.user.click(await page.findByRole('button', { name: /A third of the time/ }));
    await page.user.click(await page.findByRole('button', { name: 'Unclear question' }));
    await page.user.click(page.getByRole('button', { name: 'Next' }));
  }
  await page.findByRole('heading', { name: 'Done for now' });
  expect(page.network.sent.filter((call) => call.includes('drills.reportUnclear'))).toHaveLength(2);
  release();
});

it('a deck is shown as paused even if the server stores the pause after the student has left the practice session', async () => {
  const other = await fixture.academy.createUser({ password: testPassword });
  const page = await fixture.open(`/practice/${decks[0]}?ask=all`, other);
  const release = page.network.hold('drills.pauseDeck');
  await page.user.click(await page.findByRole('button', { name: 'Pause the deck' }));
  await page.user.click(await page.findByRole('link', { name: 'The deck' }));
  await page.findByRole('button', { name: 'Pause the deck' });
  release();
  await page.findByRole('button', { name: 'Continue the deck' });
});

it('a drill is new again after the student takes back its answer, even if the student leaves the practice session before the server responds', async () => {
  const other = await fixture.academy.createUser({ password: testPassword });
  const page = await fixture.open(`/practice/${decks[0]}?ask=all`, other);
  await page.user.click(await page.findByRole('button', { name: /A third of the time/ }));
  await page.findByText('Right');
  const release = page.network.hold('drills.takeBack');
  await page.user.click(page.getByRole('button', { name: 'Take back' }));
  await page.user.click(page.getByRole('link', { name: 'Stop here' }));
  await page.findByText(/^. of 1 learned$/);
  release();
  await page.findByText('0 of 1 learned, 1 new');
});

it('a percent sign without a number is rejected as an answer; a number with a percent sign is accepted', async () => {
  const { deckId } = await createTestDeck(fixture.academy, fixture.coach, {
    drill: { ...choiceDrill, body: { kind: 'odds', hand: [], board: [], answer: 33 }, options: [] },
  });
  const page = await fixture.open(
    `/practice/${deckId}?ask=all`,
    await fixture.academy.createUser({ password: testPassword }),
  );
  const field = await page.findByRole('textbox', { name: 'Percent' });
  await page.user.type(field, '%{Enter}');
  expect(field).toHaveAccessibleDescription('Enter a number from 0 to 100');
  await page.user.clear(field);
  await page.user.type(field, '33 %{Enter}');
  await page.findByText('Right: 33%, you said 33%');
});

it('if single keys are off, no letter or digit answers a drill about a range', async () => {
  const { deckId } = await createTestDeck(fixture.academy, fixture.coach, {
    drill: {
      ...choiceDrill,
      body: {
        kind: 'range',
        rangeName: 'Button',
        situation: 'All others folded',
        cells: '0'.repeat(169),
        asked: 0,
      },
      options: [
        { label: 'Raise', weight: 100, why: '' },
        { label: 'Fold', weight: 0, why: '' },
      ],
    },
  });
  const page = await fixture.open(
    `/practice/${deckId}?ask=all`,
    await fixture.academy.createUser({ password: testPassword }),
  );
  const drill = await page.findByRole('region', { name: 'Drill' });
  onTestFinished(() => setSingleKeys(true));
  setSingleKeys(false);
  for (const key of ['r', 'x', '2']) fireEvent.keyDown(drill, { key });
  await page.settle();
  expect(page.network.sent.filter((call) => call.includes('drills.attempt'))).toEqual([]);
  setSingleKeys(true);
  fireEvent.keyDown(drill, { key: 'r' });
  await page.findByText('Your choice: Raise');
});
