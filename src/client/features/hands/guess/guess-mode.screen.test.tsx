import { waitFor, within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { findAcademyHand } from '../../../../shared/poker/academy-hands/academy-hands.ts';
import { buildHand } from '../../../../shared/poker/build-hand.ts';
import { openScreen, type Screen } from '../../../../testing/screen/open-screen.ts';
import { setUpTestApp, testPassword } from '../../../../testing/test-app.ts';

const academy = setUpTestApp();
let screen: Screen;

it('a visitor who opens a hand in guess mode must log in, and the link back to the hand keeps the mode', async () => {
  const id = crypto.randomUUID();
  screen = await openScreen(academy, `/hands/${id}?mode=guess`);
  await waitFor(() => expect(screen.url()).toBe(`/auth?next=%2Fhands%2F${id}%3Fmode%3Dguess`));
});

it('guess mode keeps the user’s decisions when the next part of the hand cannot be loaded', async () => {
  const student = await academy.createUser({ password: testPassword });
  const { hand } = findAcademyHand('check-raise');
  const { id } = await academy.caller(student).hands.saveBuilt({ hand, title: '' });
  screen = await openScreen(academy, `/hands/${id}?mode=guess`, { as: student });
  const options = () =>
    within(screen.getByRole('heading', { name: 'What do you do?' }).parentElement ?? document.body);
  await screen.findByRole('heading', { name: 'What do you do?' });
  const restore = screen.network.fail('hands.get', { status: 503, code: 'busy' });
  const choice = options().getAllByRole('button')[0] as HTMLElement;
  await screen.user.click(choice);
  await screen.findByText(/What happened next could not be loaded/);
  restore();
  await screen.user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText(/^You:/);
  expect(screen.queryByText(/could not be loaded/)).toBeNull();
});

/** The hero opens and folds to the bet on the flop. The hand continues without the hero. */
const foldedHand = buildHand(`nlhe cash USD 1/2, 3-max, button 1
  1 BTN 200 AhKh hero
  2 SB 200
  3 BB 200
  preflop r5 c c
  flop Qs8s3d b10 c f
  turn 2c x x
  river 2d b20 f`);

it('guess mode works with keys, and shows the score after the last decision', async () => {
  const student = await academy.createUser({ password: testPassword });
  const { id } = await academy.caller(student).hands.saveBuilt({ hand: foldedHand, title: 'Folded' });
  screen = await openScreen(academy, `/hands/${id}?mode=guess`, { as: student });
  const decide = within(await screen.findByRole('region', { name: 'Your decision' }));
  const findQuestion = () => decide.findByRole('heading', { name: 'What do you do?' });
  await findQuestion();
  // The options are fold, call, and 2, 2.5 and 3 big blinds.
  await screen.user.keyboard('4');
  await decide.findByText('The same.');
  await screen.user.keyboard('{Enter}');
  await findQuestion();
  expect(decide.queryByText(/^You:/)).toBeNull();
  await screen.user.keyboard('2');
  await decide.findByText('Not the same. What are the reasons for each?');
  await decide.findByText('1 of 2 decisions were the same as in the hand.');
  expect(decide.queryByRole('heading', { name: 'End of the hand' })).toBeNull();
  // Enter is pressed more often than there are remaining steps.
  await screen.user.keyboard('{Enter>12/}');
  await decide.findByRole('heading', { name: 'End of the hand' });
  await decide.findByText('1 of 2 decisions were the same as in the hand.');
  expect(screen.getByRole('button', { name: 'End' })).toHaveAttribute('aria-current', 'step');
});

/** The big blind raises by less than the rules allow, so the decisions after it have no options. */
const shortRaise = `PokerStars Hand #71: Hold'em No Limit ($1/$2 USD) - 2024/03/05 20:10:00 ET
Table 'T' 6-max Seat #1 is the button
Seat 1: Hero ($200 in chips)
Seat 2: SB ($200 in chips)
Seat 3: BB ($200 in chips)
SB: posts small blind $1
BB: posts big blind $2
*** HOLE CARDS ***
Dealt to Hero [Ah Kd]
Hero: raises $4 to $6
SB: folds
BB: raises $1 to $7
Hero: calls $1
*** FLOP *** [2c 7d Kh]
BB: checks
Hero: checks
*** TURN *** [2c 7d Kh] [8s]
BB: bets $5
Hero: folds
Uncalled bet ($5) returned to BB
BB collected $15 from pot
*** SUMMARY ***
Total pot $15 | Rake $0
Board [2c 7d Kh 8s]
`;

it('guess mode scores only decisions that had options', async () => {
  const student = await academy.createUser({ password: testPassword });
  const hands = [{ text: shortRaise, key: 'a'.repeat(64) }];
  const [saved] = await academy.caller(student).hands.save({ hands });
  if (saved?.outcome !== 'saved') throw new Error(`The hand was not saved: ${JSON.stringify(saved)}`);
  screen = await openScreen(academy, `/hands/${saved.id}?mode=guess`, { as: student });
  const decide = within(await screen.findByRole('region', { name: 'Your decision' }));
  const findQuestion = () => decide.findByRole('heading', { name: 'What do you do?' });
  await findQuestion();
  await screen.user.keyboard('1');
  await decide.findByText(/^You:/);
  for (let shown = 0; shown < 3; shown += 1) {
    await screen.user.keyboard('{Enter}');
    await findQuestion();
    await screen.user.click(decide.getByRole('button', { name: 'Show what the player did' }));
    await decide.findByText(/^In the hand:/);
  }
  expect(decide.queryByText(/the same\./i)).toBeNull();
  await decide.findByText('0 of 1 decision was the same as in the hand.');
});

it('guess mode stays on when another hand is opened', async () => {
  const student = await academy.createUser({ password: testPassword });
  const { hand } = findAcademyHand('check-raise');
  for (const title of ['First', 'Second']) await academy.caller(student).hands.saveBuilt({ hand, title });
  screen = await openScreen(academy, '/hands', { as: student });
  await screen.user.click(await screen.findByRole('link', { name: /^Second/ }));
  await screen.user.click(await screen.findByRole('button', { name: 'Play it in guess mode' }));
  await screen.findByRole('heading', { level: 1, name: 'Guess mode' });
  await screen.user.click(screen.getByRole('link', { name: 'Next hand' }));
  expect(await screen.findByRole('link', { name: 'Previous hand' })).toBeVisible();
  expect(await screen.findByRole('heading', { level: 1, name: 'Guess mode' })).toBeVisible();
});
