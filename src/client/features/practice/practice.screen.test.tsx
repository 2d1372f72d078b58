import { fireEvent, waitFor, within } from '@testing-library/dom';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createCoach } from '../../../server/coaching/testing/asked-questions.ts';
import { demoNotation } from '../../../server/demo/demo-hands.ts';
import { choiceDrill, madeDeck } from '../../../server/practice/testing/made-decks.ts';
import { dayMs } from '../../../shared/durations.ts';
import { decisionsOf, hideAfter } from '../../../shared/hands/hidden-hand.ts';
import { buildHand } from '../../../shared/poker/build-hand.ts';
import { handText } from '../../../shared/poker/hand-text.ts';
import { cardWords } from '../../../shared/poker/playing-card.ts';
import { openScreen, type Screen } from '../../../testing/screen/open-screen.ts';
import { createTestApp, type TestApp, type TestUser, testPassword } from '../../../testing/test-app.ts';

let academy: TestApp;
let student: TestUser;
let coach: TestUser;
let deckId: string;
let screen: Screen | undefined;

beforeAll(async () => {
  academy = await createTestApp();
  coach = await createCoach(academy, await academy.createUser({ role: 'admin' }));
  ({ deckId } = await madeDeck(academy, coach));
  await academy.caller(coach).drills.save({ deckId, ...choiceDrill, prompt: 'And a second one?' });
  student = await academy.createUser({ password: testPassword });
});
afterEach(async () => {
  await screen?.close();
  screen = undefined;
});
afterAll(() => academy.close());

async function open(path: string, as: TestUser = student): Promise<Screen> {
  screen = await openScreen(academy, path, { as });
  return screen;
}

it('a drill takes two keys, and its answer is not in the page before', async () => {
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
  fireEvent.keyDown(page.getByRole('region', { name: 'Drill' }), { key: 'z' });
  await page.findByRole('button', { name: /Half of the time/ });
  fireEvent.keyDown(page.getByRole('region', { name: 'Drill' }), { key: '1' });
  await page.findByText('Not the best');
  fireEvent.keyDown(page.getByRole('region', { name: 'Drill' }), { key: ' ' });
  await page.findByRole('heading', { name: 'Done for now' });
  await page.findByText('1 of 2 right');
});

it('what is due is asked with the reason; answers without a connection wait and survive a reload', async () => {
  academy.clock.advance(dayMs);
  const page = await open('/practice');
  await page.findByText('1 drill · about 1 min');
  await page.findByText(/missed yesterday/);
  await page.user.click(page.getByRole('link', { name: 'Start' }));
  await page.findByRole('heading', { name: 'And a second one?' });
  const restore = page.network.fail('drills.attempt', { status: 503, code: 'busy' });
  await page.user.click(page.getByRole('button', { name: /A third of the time/ }));
  await page.findByText('1 answer waits for a connection');
  restore();
  await page.reload();
  await page.findByRole('heading', { name: 'Done for now' });
  await waitFor(async () => expect((await academy.caller(student).drills.practice()).due).toEqual([]));
});

it('the map of leaks says how little was seen, and opens its evidence', async () => {
  const page = await open('/practice');
  await page.user.click(await page.findByRole('button', { name: /River calls/ }));
  await page.findByRole('link', { name: 'Replay these 2' });
  await page.findByText('3 of 5 seen');
});

it('a drill is played by accessible names alone: cards, what happened, the options and the verdict', async () => {
  const hand = buildHand(demoNotation('Top pair, three streets'));
  const atAction = decisionsOf(hand).at(-1) ?? 0;
  const seen = hideAfter(hand, atAction);
  const { deckId: ownDeck } = await madeDeck(academy, coach, {
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
  const own = seen.seats.find(({ seat }) => seat === seen.hero)?.cards ?? [];
  const images = within(drill)
    .getAllByRole('img')
    .map((image) => image.getAttribute('aria-label'));
  for (const card of [...own, ...(seen.boards[0] ?? [])]) expect(images).toContain(cardWords(card));
  const said = within(drill)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  const sentences = handText(seen, 'bb').streets.flatMap((street) => street.sentences);
  expect(sentences.length).toBeGreaterThan(5);
  expect(said).toEqual(expect.arrayContaining(sentences));
  await page.user.click(within(drill).getByRole('button', { name: 'Fold' }));
  await waitFor(() => expect(within(drill).getByRole('status')).toHaveTextContent('Right'));
  within(drill).getByText('You beat no value');
  await page.user.click(within(drill).getByRole('button', { name: 'Next' }));
  await page.findByRole('heading', { name: 'Done for now' });
});

it('the length of a day is chosen, and remembered', async () => {
  const page = await open('/practice');
  await page.user.selectOptions(await page.findByRole('combobox', { name: 'At most a day' }), '5 minutes');
  await waitFor(async () =>
    expect(await academy.caller(student).drills.practice()).toMatchObject({ minutes: 5 }),
  );
  await page.reload();
  expect(await page.findByRole('combobox', { name: 'At most a day' })).toHaveValue('5');
});

it('an unknown deck is not there', async () => {
  const page = await open('/practice/00000000-0000-4000-8000-000000000000');
  await page.findByText('There is no such deck');
});
