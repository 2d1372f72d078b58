import { fireEvent, waitFor, within } from '@testing-library/dom';
import { beforeAll, expect, it, vi } from 'vitest';
import { createCoach } from '../../../server/coaching/testing/asked-questions.ts';
import { demoNotation } from '../../../server/demo/demo-hands.ts';
import { choiceDrill, createTestDeck } from '../../../server/practice/testing/test-decks.ts';
import { dayMs, hourMs } from '../../../shared/durations.ts';
import { hideFrom } from '../../../shared/hands/hidden-hand.ts';
import { buildHand } from '../../../shared/poker/build-hand.ts';
import { decisionsOf } from '../../../shared/poker/deal.ts';
import { handText } from '../../../shared/poker/hand-text.ts';
import { cardName } from '../../../shared/poker/playing-card.ts';
import type { Solution } from '../../../shared/practice/drills.ts';
import { leakName } from '../../../shared/practice/leaks.ts';
import { openScreen, type Screen } from '../../../testing/screen/open-screen.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../testing/test-app.ts';

const academy = setUpTestApp();
let student: TestUser;
let coach: TestUser;
let deckId: string;

beforeAll(async () => {
  coach = await createCoach(academy, await academy.createUser({ role: 'admin' }));
  ({ deckId } = await createTestDeck(academy, coach));
  await academy.caller(coach).drills.save({ deckId, ...choiceDrill, prompt: 'And a second one?' });
  student = await academy.createUser({ password: testPassword });
});

function open(path: string, as: TestUser = student): Promise<Screen> {
  return openScreen(academy, path, { as });
}

/** Follows a link of the menu. */
function followLink(page: Screen, name: string): void {
  fireEvent.click(page.getAllByRole('link', { name, hidden: true })[0] ?? document.body);
}

it('two key presses answer a drill and open the next one; the explanation is not shown before the answer', async () => {
  const page = await open(`/practice/${deckId}`);
  await page.findByText('0 of 2 learned, 2 new');
  await page.user.click(page.getByRole('link', { name: 'Learn new drills' }));
  const drill = await page.findByRole('region', { name: 'Drill' });
  expect(page.queryByText(choiceDrill.reason)).toBeNull();
  fireEvent.keyDown(drill, { key: '2' });
  await page.findByText('Right');
  await page.findByText(choiceDrill.reason);
  await page.findByText('· your choice');
  fireEvent.keyDown(page.getByRole('region', { name: 'Drill' }), { key: 'Enter' });
  await page.findByRole('heading', { name: 'And a second one?' });
  fireEvent.keyDown(page.getByRole('region', { name: 'Drill' }), { key: '1' });
  await page.findByText('Not the best');
  // Z takes the answer back.
  fireEvent.keyDown(page.getByRole('region', { name: 'Drill' }), { key: 'z' });
  await page.findByRole('button', { name: /Half of the time/ });
  fireEvent.keyDown(page.getByRole('region', { name: 'Drill' }), { key: '1' });
  await page.findByText('Not the best');
  fireEvent.keyDown(page.getByRole('region', { name: 'Drill' }), { key: ' ' });
  await page.findByRole('heading', { name: 'Done for now' });
  await page.findByText('1 of 2 right');
});

it('a visitor with a link to a deck sees an introduction, and returns to the deck from the login', async () => {
  const screen = await openScreen(academy, `/practice/${deckId}?ask=all`);
  await screen.findByRole('heading', { name: 'A deck of drills' });
  const login = within(screen.getByRole('main')).getByRole('link', { name: 'Login' });
  const target = new URL(login.getAttribute('href') ?? '', 'http://localhost');
  expect(target.searchParams.get('next')).toBe(`/practice/${deckId}?ask=all`);
});

it('due drills say why they are due; an answer that cannot be sent is queued and sent after a reload', async () => {
  academy.clock.advance(dayMs);
  const page = await open('/practice');
  await page.findByText('1 drill · about 1 min');
  await page.findByText(/missed yesterday/);
  await page.user.click(page.getByRole('link', { name: 'Start the drill' }));
  await page.findByRole('heading', { name: 'And a second one?' });
  const restore = page.network.fail('drills.attempt', { status: 503, code: 'busy' });
  await page.user.click(page.getByRole('button', { name: /A third of the time/ }));
  await page.findByText('1 answer waits to be sent');
  restore();
  await page.reload();
  await page.findByRole('heading', { name: 'Done for now' });
  await waitFor(async () => expect((await academy.caller(student).drills.practice()).due).toEqual([]));
});

it('answers that a practice session could not send are sent from the next page', async () => {
  const other = await academy.createUser({ password: testPassword });
  const page = await open(`/practice/${deckId}`, other);
  await page.user.click(await page.findByRole('link', { name: 'Learn new drills' }));
  const restore = page.network.fail('drills.attempt', { status: 503, code: 'busy' });
  await page.user.click(await page.findByRole('button', { name: /A third of the time/ }));
  await page.findByText('1 answer waits to be sent');
  const stop = page.getByRole('link', { name: 'Stop here' });
  expect(stop).not.toHaveAttribute('aria-current');
  await page.user.click(stop);
  await page.findByText('1 answer waits to be sent');
  restore();
  window.dispatchEvent(new Event('online'));
  await page.findByText('1 of 2 learned, 1 new');
  await waitFor(() => expect(page.queryByText('1 answer waits to be sent')).toBeNull());
});

it('an answer that a logged-out student gives is sent after the next login', async () => {
  const other = await academy.createUser({ password: testPassword });
  const page = await open(`/practice/${deckId}?ask=all`, other);
  const restore = page.network.fail('drills.attempt', { status: 401, code: 'not_signed_in' });
  await page.user.click(await page.findByRole('button', { name: /A third of the time/ }));
  await page.findByText('1 answer waits until you log in again');
  // After the login, the practice session continues on this page.
  const next = encodeURIComponent(`/practice/${deckId}?ask=all`);
  expect(page.getByRole('link', { name: 'Log in again' })).toHaveAttribute('href', `/auth?next=${next}`);
  restore();
  window.dispatchEvent(new Event('online'));
  await page.findByText('Right');
  expect(page.queryByText('1 answer waits until you log in again')).toBeNull();
});

it('an answer that is taken back without a connection does not count, even if the connection is missing for an hour', async () => {
  const other = await academy.createUser({ password: testPassword });
  const page = await open(`/practice/${deckId}?ask=all`, other);
  const restore = page.network.drop('drills.attempt');
  await page.user.click(await page.findByRole('button', { name: /A third of the time/ }));
  await page.findByText('1 answer waits to be sent');
  await page.user.click(page.getByRole('button', { name: 'Take back' }));
  await waitFor(() => expect(sessionStorage.getItem(`drill-tries-2:${other.userId}`)).toContain('takeBack'));
  expect(page.queryByText('1 answer waits to be sent')).not.toBeNull();
  restore();
  vi.useFakeTimers({ now: Date.now() + hourMs, toFake: ['Date'] });
  try {
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(page.queryByText(/answers? waits? to be sent/)).toBeNull());
  } finally {
    vi.useRealTimers();
  }
  await page.findByRole('button', { name: /A third of the time/ });
  expect(await academy.caller(other).drills.deck({ id: deckId })).toMatchObject({ fresh: 2 });
  expect(page.queryByText('An answer was not stored')).toBeNull();
});

it('if a waiting answer that was taken back is rejected, one message says so', async () => {
  const other = await academy.createUser({ password: testPassword });
  const page = await open(`/practice/${deckId}?ask=all`, other);
  const restore = page.network.drop('drills.attempt');
  await page.user.click(await page.findByRole('button', { name: /A third of the time/ }));
  await page.findByText('1 answer waits to be sent');
  await page.user.click(page.getByRole('button', { name: 'Take back' }));
  await waitFor(() => expect(sessionStorage.getItem(`drill-tries-2:${other.userId}`)).toContain('takeBack'));
  restore();
  page.network.fail('drills.attempt', { status: 404, code: 'not_found', message: 'Drill not found' });
  window.dispatchEvent(new Event('online'));
  await page.readMessage('An answer was not stored');
  await page.settle();
  expect(page.queryByText('The answer was not taken back')).toBeNull();
  expect(page.network.sent.join()).not.toContain('drills.takeBack');
});

it('a drill shows that its answer was not stored, and why', async () => {
  const other = await academy.createUser({ password: testPassword });
  const page = await open(`/practice/${deckId}?ask=all`, other);
  page.network.fail('drills.attempt', { status: 404, code: 'not_found', message: 'Drill not found' });
  await page.user.click(await page.findByRole('button', { name: /A third of the time/ }));
  await page.findByText('This answer was not stored. Drill not found');
  await page.readMessage('An answer was not stored');
  await page.user.click(page.getByRole('button', { name: 'Take back' }));
  await page.findByRole('button', { name: /A third of the time/ });
  await page.settle();
  expect(page.network.sent.join()).not.toContain('drills.takeBack');
});

it('if no answer was stored, the end of a practice session says so, and does not say that the student answered no drill', async () => {
  const other = await academy.createUser({ password: testPassword });
  const page = await open(`/practice/${deckId}?ask=all`, other);
  page.network.fail('drills.attempt', { status: 404, code: 'not_found', message: 'Drill not found' });
  for (let drill = 1; drill <= 2; drill += 1) {
    await page.user.click(await page.findByRole('button', { name: /A third of the time/ }));
    await page.findByText('This answer was not stored. Drill not found');
    await page.user.click(page.getByRole('button', { name: 'Next' }));
  }
  await page.findByRole('heading', { name: 'Done for now' });
  expect(page.queryByText('You answered no drill.')).toBeNull();
  // The messages about the individual answers have closed by now.
  expect(page.getByText('2 answers were not stored').parentElement).toHaveTextContent(
    /stored\s*Drill not found$/,
  );
});

it('the page that sends the remaining answers of a practice session says how many were not stored', async () => {
  const other = await academy.createUser({ password: testPassword });
  const page = await open(`/practice/${deckId}?ask=all`, other);
  const restore = page.network.drop('drills.attempt');
  await page.user.click(await page.findByRole('button', { name: /A third of the time/ }));
  await page.findByText('1 answer waits to be sent');
  await page.user.click(page.getByRole('link', { name: 'Stop here' }));
  restore();
  page.network.fail('drills.attempt', { status: 404, code: 'not_found', message: 'Drill not found' });
  window.dispatchEvent(new Event('online'));
  await page.findByText('1 answer was not stored');
});

it('a wrong answer to an archived drill is not listed among the drills that come back', async () => {
  const other = await academy.createUser({ password: testPassword });
  const page = await open(`/practice/${deckId}?ask=all`, other);
  page.network.changeResponse('drills.attempt', (solution: Solution) => ({ ...solution, dueOn: null }));
  await page.user.click(await page.findByRole('button', { name: /Half of the time/ }));
  await page.findByText(/^This drill is no longer in use\./);
  await page.user.click(page.getByRole('button', { name: 'Next' }));
  await page.user.click(await page.findByRole('button', { name: /Half of the time/ }));
  await page.findByText(/^This drill is no longer in use\./);
  await page.user.click(page.getByRole('button', { name: 'Next' }));
  await page.findByText('0 of 2 right');
  expect(page.queryByRole('heading', { name: 'These come back' })).toBeNull();
});

it('an answer that can no longer be taken back is still shown as stored', async () => {
  const other = await academy.createUser({ password: testPassword });
  const page = await open(`/practice/${deckId}?ask=all`, other);
  page.network.fail('drills.takeBack', { status: 409, code: 'conflict', message: 'Too late' });
  await page.user.click(await page.findByRole('button', { name: /A third of the time/ }));
  await page.findByText('Right');
  await page.user.click(page.getByRole('button', { name: 'Take back' }));
  await page.readMessage('The answer was not taken back');
  expect(page.queryByText(/was not stored/)).toBeNull();
});

it('a practice session of another day is not continued, and pausing the deck ends a practice session', async () => {
  const other = await academy.createUser({ password: testPassword });
  const page = await open(`/practice/${deckId}?ask=all`, other);
  await page.user.click(await page.findByRole('button', { name: /A third of the time/ }));
  await page.findByText('Right');
  await page.user.click(page.getByRole('button', { name: 'Next' }));
  await page.findByRole('heading', { name: 'And a second one?' });
  await page.reload();
  await page.findByText(/^Drill 2 of 2/);
  await page.settle();
  vi.useFakeTimers({ now: Date.now() + dayMs, toFake: ['Date'] });
  try {
    await page.reload();
    await page.findByText(/^Drill 1 of 2/);
  } finally {
    vi.useRealTimers();
  }
  await page.user.click(page.getByRole('button', { name: 'Pause the deck' }));
  await page.findByRole('heading', { name: 'Done for now' });
  await page.readMessage('Deck paused');
});

it('an answer counts even if the clock of the browser was set back', async () => {
  const other = await academy.createUser({ password: testPassword });
  const page = await open(`/practice/${deckId}?ask=all`, other);
  await page.findByRole('button', { name: /A third of the time/ });
  vi.useFakeTimers({ now: Date.now() - hourMs, toFake: ['Date'] });
  try {
    await page.user.click(page.getByRole('button', { name: /A third of the time/ }));
    await page.findByText('Right');
  } finally {
    vi.useRealTimers();
  }
});

it('what was answered before a reload counts at the end of the practice session', async () => {
  const other = await academy.createUser({ password: testPassword });
  const page = await open(`/practice/${deckId}?ask=all`, other);
  await page.user.click(await page.findByRole('button', { name: /A third of the time/ }));
  await page.findByText('Right');
  await page.user.click(page.getByRole('button', { name: 'Next' }));
  await page.user.click(await page.findByRole('button', { name: /Half of the time/ }));
  await page.findByText('Not the best');
  await page.reload();
  await page.findByRole('heading', { name: 'Done for now' });
  await page.findByText('1 of 2 right');
  await page.findByRole('heading', { name: 'These come back' });
});

it('an answered drill counts for the streak immediately', async () => {
  const other = await academy.createUser({ password: testPassword });
  const page = await open('/goals', other);
  await page.findByText(/^Study today and a streak begins/);
  followLink(page, 'Practice');
  await page.user.click(await page.findByRole('link', { name: 'Prices on the river' }));
  await page.user.click(await page.findByRole('link', { name: 'Learn new drills' }));
  await page.user.click(await page.findByRole('button', { name: /A third of the time/ }));
  await page.findByText('Right');
  followLink(page, 'Goals');
  await page.findByText(/^Streak of 1 day/);
});

it('the leak map shows how many observations a leak has, and links to its drills', async () => {
  const page = await open('/practice');
  await page.user.click(await page.findByRole('button', { name: /River calls/ }));
  await page.findByRole('link', { name: 'Answer 2 drills on this leak' });
  // The student gave 3 answers in the tests above. From 5 answers on, the map shows a percentage.
  await page.findByText('3 of 5 observations');
});

it('a drill can be answered by accessible names alone: cards, actions, options and result', async () => {
  const hand = buildHand(demoNotation('Top pair, three streets'));
  const atAction = decisionsOf(hand).at(-1) ?? 0;
  const visibleHand = hideFrom(hand, atAction);
  const { deckId: ownDeck } = await createTestDeck(academy, coach, {
    drill: {
      ...choiceDrill,
      prompt: 'What do you do on the river?',
      body: { kind: 'decision', hand, atAction },
      options: [
        { label: 'Call', weight: 0, why: 'Nothing worse bets' },
        { label: 'Fold', weight: 100, why: 'You beat no value' },
      ],
    },
  });
  const page = await open(`/practice/${ownDeck}?ask=all`);
  const drill = await page.findByRole('region', { name: 'Drill' });
  within(drill).getByRole('heading', { name: 'What do you do on the river?', level: 1 });
  const heroCards = visibleHand.seats.find(({ seat }) => seat === visibleHand.hero)?.cards ?? [];
  // Screen readers do not read the inside of an image, so its name must include the cards.
  const table = within(drill).getByRole('img', { name: /^The table\./ });
  for (const card of [...heroCards, ...(visibleHand.boards[0] ?? [])]) {
    expect(table).toHaveAccessibleName(expect.stringContaining(cardName(card)));
  }
  const listed = within(drill)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  const sentences = handText(visibleHand, 'bb').streets.flatMap((street) => street.sentences);
  expect(sentences.length).toBeGreaterThan(5);
  expect(listed).toEqual(expect.arrayContaining(sentences));
  await page.user.click(within(drill).getByRole('button', { name: 'Fold' }));
  await waitFor(() => expect(within(drill).getByRole('status')).toHaveTextContent('Right'));
  within(drill).getByText('You beat no value');
  await page.user.click(within(drill).getByRole('button', { name: 'Next' }));
  await page.findByRole('heading', { name: 'Done for now' });
  // The list of drills that come back names the hand of each drill, so that a student can tell the drills apart.
  await page.goTo(`/practice/${ownDeck}?ask=all`);
  await page.user.click(await page.findByRole('button', { name: 'Call' }));
  await page.findByText('Not the best');
  await page.user.click(page.getByRole('button', { name: 'Next' }));
  await page.findByRole('heading', { name: 'These come back' });
  await page.findByText(/^\S+ K♥\S+ · \d+bb · river$/);
});

it('a drill names the keys that choose an option and, only after a right answer, the key that marks the drill as easy', async () => {
  const other = await academy.createUser({ password: testPassword });
  const page = await open(`/practice/${deckId}?ask=all`, other);
  const keys = () => page.getByText(/^Keys: /).textContent;
  await page.findByRole('button', { name: /A third of the time/ });
  expect(keys()).toContain(`1 to ${choiceDrill.options.length} choose`);
  await page.user.click(page.getByRole('button', { name: /A third of the time/ }));
  await page.findByText('Right');
  expect(keys()).toContain('E marks the drill as easy');
  await page.user.click(page.getByRole('button', { name: 'Next' }));
  await page.user.click(await page.findByRole('button', { name: /Half of the time/ }));
  await page.findByText('Not the best');
  expect(keys()).not.toContain('easy');
});

it('the practice time per day can be chosen, and is stored', async () => {
  const page = await open('/practice');
  await page.user.selectOptions(
    await page.findByRole('combobox', { name: 'Time per day, at most' }),
    '5 minutes',
  );
  await waitFor(async () =>
    expect(await academy.caller(student).drills.practice()).toMatchObject({ minutes: 5 }),
  );
  await page.reload();
  expect(await page.findByRole('combobox', { name: 'Time per day, at most' })).toHaveValue('5');
});

it.each([
  ['/practice', 'coaching.homework', 'What you ticked off is not lost.'],
  ['/ranges', 'ranges.list', 'What you painted and trained is not lost.'],
  ['/coach', 'questions.queue', 'The questions are not lost, and answers that you began stay in this tab.'],
  ['/coach?view=daily', 'daily.plan', 'The planned hands are not lost.'],
  ['/coach?view=drills', 'drills.figures', 'The drills are not lost.'],
])('after an error, %s says what is not lost', async (path, procedure, kept) => {
  const page = await open(path, coach);
  page.network.fail(procedure, { status: 500, code: 'internal' });
  await page.reload();
  await page.findByText(kept);
});

it('an unknown deck is reported as missing', async () => {
  const page = await open('/practice/00000000-0000-4000-8000-000000000000');
  await page.findByText('There is no such deck');
});

it('the page says why no drill is asked: the leak has no open drill, the drill was archived, or the deck is empty', async () => {
  const page = await open('/practice?ask=limp');
  await page.findByRole('heading', { level: 1, name: `${leakName('limp')}: no drill is open to you` });
  within(page.getByRole('main')).getByRole('link', { name: 'Browse Products' });
  const made = await createTestDeck(academy, coach);
  await academy.caller(coach).drills.archive({ id: made.drillId, isArchived: true });
  await page.goTo(`/practice/${made.deckId}?drill=${made.drillId}`);
  await page.findByRole('heading', { level: 1, name: 'This drill is no longer in use' });
  await page.user.click(page.getByRole('link', { name: 'The deck' }));
  await page.findByText(/it has no drills yet/);
});

it.each(['2026-02-30', 'yesterday'])('/daily/%s says that the day has no hand', async (day) => {
  const page = await open(`/daily/${day}`);
  await page.findByRole('heading', { level: 1, name: 'This day has no hand' });
});
