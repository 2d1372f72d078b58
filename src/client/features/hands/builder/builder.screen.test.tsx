import { waitFor, within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { findAcademyHand } from '../../../../shared/poker/academy-hands/academy-hands.ts';
import { openScreen } from '../../../../testing/screen/open-screen.ts';
import { setUpTestApp, testPassword } from '../../../../testing/test-app.ts';

const academy = setUpTestApp();

/** Counts keys in the notation of user-event, in which a name in braces is one key. */
const keysIn = (typed: string) => typed.replaceAll(/\{\w+\}/g, '.').length;

it('entering a hand with eleven actions and a raise on the turn takes at most 40 key presses', async () => {
  const screen = await openScreen(academy, '/hands/new');
  const heroCards = 'AhKd';
  const preflop = 'fffr2.5{Enter}fc';
  const flop = 'Qs8d3h{Enter}cc';
  const turn = '6d{Enter}r6{Enter}r18{Enter}f';
  await screen.user.type(await screen.findByLabelText('Your cards'), heroCards);
  (await screen.findByRole('heading', { name: 'UTG to act' })).parentElement?.focus();
  await screen.user.keyboard(preflop);
  expect(await screen.findByLabelText('Flop')).toHaveFocus();
  await screen.user.keyboard(flop);
  expect(await screen.findByLabelText('Turn')).toHaveFocus();
  await screen.user.keyboard(turn);
  expect(await screen.findByText('The big blind folds.')).toBeVisible();
  // Three more keys move the focus from the cards to the actions.
  expect(keysIn(heroCards + preflop + flop + turn) + 3).toBeLessThanOrEqual(40);
});

it('cards are chosen on a pad, on which the hero’s cards cannot be chosen again', async () => {
  const screen = await openScreen(academy, '/hands/new');
  await screen.user.click(await screen.findByRole('button', { name: 'Pick: Your cards' }));
  await screen.user.click(screen.getByRole('button', { name: 'ace of hearts' }));
  await screen.user.click(screen.getByRole('button', { name: 'queen of spades' }));
  await screen.user.click(screen.getByRole('button', { name: 'queen of spades' }));
  await screen.user.click(screen.getByRole('button', { name: 'king of diamonds' }));
  expect(screen.getByLabelText('Your cards')).toHaveValue('Ah Kd');
  await screen.user.click(screen.getByRole('button', { name: 'Pick: Your cards' }));
  (await screen.findByRole('heading', { name: 'UTG to act' })).parentElement?.focus();
  await screen.user.keyboard('fffr2.5{Enter}fc');
  await screen.user.click(await screen.findByRole('button', { name: 'Pick: Flop' }));
  expect(screen.getByRole('button', { name: 'ace of hearts' })).toBeDisabled();
  await screen.user.click(screen.getByRole('button', { name: 'Deal' }));
  expect(screen.getByLabelText('Flop')).toHaveFocus();
  expect(screen.getByLabelText('Flop')).toHaveAccessibleDescription(/are needed|Write each card/);
  for (const card of ['queen of spades', 'eight of diamonds', 'three of hearts']) {
    await screen.user.click(screen.getByRole('button', { name: card }));
  }
  await screen.user.click(screen.getByRole('button', { name: 'Deal' }));
  expect(await screen.findByRole('heading', { name: 'BB to act' })).toBeVisible();
});

it('each player of an Omaha hand has four cards', async () => {
  const screen = await openScreen(academy, '/hands/new');
  const game = await screen.findByLabelText('Game');
  const cardBacks = () => document.querySelectorAll('[aria-label="unknown card"]');
  expect(cardBacks()).toHaveLength(6 * 2);
  await screen.user.selectOptions(game, 'Pot-limit Omaha');
  expect(cardBacks()).toHaveLength(6 * 4);
  await screen.close();
});

it('the table shows no cards of a field whose text is incomplete, and a stored draft fills the fields', async () => {
  const screen = await openScreen(academy, '/hands/new');
  const heroCardsField = await screen.findByLabelText('Your cards');
  const table = () => screen.getByRole('img', { name: /^The table/ });
  await screen.user.type(heroCardsField, 'AhKd');
  expect(table()).toHaveAccessibleName(/Hero with ace of hearts, king of diamonds/);
  await screen.user.type(heroCardsField, '{Backspace}');
  expect(table()).not.toHaveAccessibleName(/ace of hearts/);
  await screen.user.type(heroCardsField, 'h');
  expect(table()).toHaveAccessibleName(/Hero with ace of hearts, king of hearts/);
  await screen.reload();
  expect(await screen.findByDisplayValue('Ah Kh')).toBe(screen.getByLabelText('Your cards'));
  // Visitors do not see the draft of a user whose session ended.
  const stored: string[] = Object.values(sessionStorage);
  sessionStorage.clear();
  sessionStorage.setItem('draft:built-hand', stored.find((value) => value.includes('"setup"')) ?? '');
  await screen.reload();
  await screen.findByLabelText('Your cards');
  await screen.settle();
  expect(screen.getByLabelText('Your cards')).toHaveValue('');
});

it('an invalid bet size is reported until it is changed, and is not kept for the next player', async () => {
  const screen = await openScreen(academy, '/hands/new');
  await screen.user.type(await screen.findByLabelText('Raise to'), 'big');
  await screen.user.click(screen.getByRole('button', { name: 'Raise' }));
  expect(screen.getByLabelText('Raise to')).toHaveAccessibleDescription(/Write big blinds/);
  expect(screen.getByLabelText('Raise to')).toHaveFocus();
  await screen.user.type(screen.getByLabelText('Raise to'), '{Backspace}');
  expect(screen.getByLabelText('Raise to')).not.toHaveAccessibleDescription(/Write big blinds/);
  // A size below the minimum raise is reported, not replaced by the minimum.
  await screen.user.clear(screen.getByLabelText('Raise to'));
  await screen.user.type(screen.getByLabelText('Raise to'), '1.5{Enter}');
  expect(screen.getByLabelText('Raise to')).toHaveAccessibleDescription(
    /Write big blinds \(2 bb to 100 bb\)/i,
  );
  await screen.user.click(screen.getByRole('button', { name: 'Fold' }));
  await screen.findByRole('heading', { name: 'HJ to act' });
  expect(screen.getByLabelText('Raise to')).toHaveValue('');
});

it('the field for the stacks can be cleared and filled again', async () => {
  const screen = await openScreen(academy, '/hands/new');
  const stacks = await screen.findByLabelText('Stacks in big blinds');
  await screen.user.type(stacks, '{Backspace}{Backspace}{Backspace}');
  expect(stacks).toHaveAccessibleDescription('Write a whole number from 1 to 1,000');
  await screen.user.type(stacks, '50');
  expect(stacks).toHaveDisplayValue('50');
  expect(screen.getByLabelText('Raise to')).toHaveAccessibleDescription(/ to 50 BB/i);
});

it('one key folds for everyone before the hero, and its button is hidden when it is the hero’s turn', async () => {
  const screen = await openScreen(academy, '/hands/new');
  (await screen.findByRole('heading', { name: 'UTG to act' })).parentElement?.focus();
  expect(screen.getByRole('button', { name: 'Fold to you' })).toBeVisible();
  await screen.user.keyboard('{Shift>}F{/Shift}');
  await screen.findByRole('heading', { name: 'Hero to act' });
  expect(screen.queryByRole('button', { name: 'Fold to you' })).toBeNull();
  await screen.user.keyboard('r2.5{Enter}');
  expect(await screen.findByRole('heading', { name: 'SB to act' })).toBeVisible();
});

it('the cards of an opponent decide the winner only when all of them are entered, and stay after a reload', async () => {
  const screen = await openScreen(academy, '/hands/new');
  await screen.user.type(await screen.findByLabelText('Your cards'), 'AhKd');
  (await screen.findByRole('heading', { name: 'UTG to act' })).parentElement?.focus();
  await screen.user.keyboard('fffcfc');
  for (const cards of ['Qs8d3h', '6d', '2c']) await screen.user.keyboard(`${cards}{Enter}cc`);
  const shown = await screen.findByLabelText(/^Cards of BB/);
  await screen.user.selectOptions(screen.getByLabelText('Who won?'), 'BB');
  await screen.user.type(shown, 'As');
  expect(screen.getByLabelText('Who won?')).toHaveDisplayValue('BB');
  await screen.user.type(shown, 'Qd');
  expect(screen.queryByLabelText('Who won?')).toBeNull();
  await screen.reload();
  expect(await screen.findByLabelText(/^Cards of BB/)).toHaveDisplayValue('As Qd');
  expect(screen.queryByLabelText('Who won?')).toBeNull();
  await screen.user.clear(screen.getByLabelText('Your cards'));
  await screen.user.type(screen.getByLabelText('Your cards'), 'AsKd');
  expect(screen.getByLabelText('Your cards')).toHaveAccessibleDescription('Each card can appear only once');
});

it('a hand is saved only once, even if it is sent again after a lost response and a reload', async () => {
  const student = await academy.createUser({ password: testPassword });
  const screen = await openScreen(academy, '/hands/new', { as: student });
  await screen.settle();
  await screen.user.type(await screen.findByLabelText('Your cards'), 'AhKd');
  (await screen.findByRole('heading', { name: 'UTG to act' })).parentElement?.focus();
  await screen.user.keyboard('fffr2.5{Enter}ff');
  const save = async () => screen.user.click(await screen.findByRole('button', { name: 'Save this hand' }));
  const restore = screen.network.changeResponse('hands.saveBuilt', () => {
    throw new TypeError('Failed to fetch');
  });
  await save();
  await screen.findByText(/^We could not reach the academy/);
  await screen.settle();
  restore();
  await screen.reload();
  await save();
  await waitFor(() => expect(screen.url()).toMatch(/^\/hands\/[0-9a-f-]{36}$/));
  expect((await academy.caller(student).hands.quota()).stored).toBe(1);
});

it('a side pot that the winner of the main pot cannot win has a winner of its own', async () => {
  const student = await academy.createUser({ password: testPassword });
  const screen = await openScreen(academy, '/hands/new', { as: student });
  await screen.user.selectOptions(await screen.findByLabelText('Players'), '3');
  await screen.user.selectOptions(screen.getByLabelText('Antes'), '1 bb from BB');
  (await screen.findByRole('heading', { name: 'Hero to act' })).parentElement?.focus();
  await screen.user.keyboard('rai{Enter}cc');
  for (const cards of ['Qs8d3h', '6d', '2c']) await screen.user.keyboard(`${cards}{Enter}`);
  const winner = await screen.findByLabelText('Who won?');
  await screen.user.selectOptions(winner, 'SB');
  expect(screen.queryByLabelText('Who won the side pot?')).toBeNull();
  expect(screen.getByRole('button', { name: 'Save this hand' })).toBeEnabled();
  await screen.user.selectOptions(winner, 'BB');
  const sideWinner = await screen.findByLabelText('Who won the side pot?');
  expect(within(sideWinner).queryByRole('option', { name: 'BB' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Save this hand' })).toBeDisabled();
  await screen.user.selectOptions(sideWinner, 'Hero');
  await screen.user.click(screen.getByRole('button', { name: 'Save this hand' }));
  await waitFor(() => expect(screen.url()).toMatch(/^\/hands\/[0-9a-f-]{36}/));
  const { items } = await academy.caller(student).hands.list({});
  const { hand } = await academy.caller(student).hands.get({ id: items[0]?.id ?? '' });
  expect(hand.awards.map(({ seat, pot }) => [seat, pot])).toEqual([
    [2, 0],
    [3, 1],
  ]);
});

it('if the account is full, the builder says before a hand is built that it cannot be stored, and how to make room', async () => {
  const admin = await academy.createUser({ role: 'admin' });
  const student = await academy.createUser({ password: testPassword });
  const setLimit = (value: number) =>
    academy.caller(admin).admin.settings.update([{ key: 'storedHandsFree', value }]);
  await setLimit(1);
  try {
    const { hand } = findAcademyHand('check-raise');
    await academy.caller(student).hands.saveBuilt({ hand, title: 'The only one' });
    const screen = await openScreen(academy, '/hands/new', { as: student });
    await screen.findByText('You have stored 1 of 1 hand');
    expect(
      screen.getByRole('link', { name: 'see how many hands each membership lets you store' }),
    ).toBeVisible();
    await screen.user.click(screen.getByRole('link', { name: 'delete a hand' }));
    await screen.findByRole('checkbox', { name: 'Select The only one' });
    await screen.close();
  } finally {
    await setLimit(50);
  }
});
