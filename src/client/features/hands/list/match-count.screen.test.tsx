import { within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { handBounds } from '../../../../shared/hands/hand-bounds.ts';
import { findAcademyHand } from '../../../../shared/poker/academy-hands/academy-hands.ts';
import { openScreen, type Screen } from '../../../../testing/screen/open-screen.ts';
import { setUpTestApp, testPassword } from '../../../../testing/test-app.ts';

const { hand } = findAcademyHand('check-raise');

const academy = setUpTestApp();
let screen: Screen;

it('a filtered list says how many hands match, including hands that are not loaded yet', async () => {
  const student = await academy.createUser({ password: testPassword });
  const { hands } = academy.caller(student);
  const { id } = await hands.saveBuilt({ hand, title: 'Apple' });
  await hands.saveBuilt({ hand, title: 'Pear' });
  screen = await openScreen(academy, '/hands?q=Apple', { as: student });
  await screen.findByText('1 hand matches');
  expect(screen.network.sent.filter((call) => call.includes('hands.countMatches'))).toEqual([]);
  await storeCopies(id, handBounds.pageSize);
  screen = await openScreen(academy, '/hands?q=Apple', { as: student });
  await screen.findByText(`${handBounds.pageSize + 1} hands match`);
  await storeCopies(id, handBounds.countedMatches);
  screen = await openScreen(academy, '/hands?q=Apple', { as: student });
  await screen.findByText('More than 1,000 hands match');
  screen = await openScreen(academy, '/hands', { as: student });
  await screen.findByRole('button', { name: 'Load more hands' });
  expect(screen.queryByText(/match$/)).toBeNull();
});

it('the list counts the matching hands again after the student removed a star on the page of a hand', async () => {
  const student = await academy.createUser({ password: testPassword });
  const { hands } = academy.caller(student);
  const { id } = await hands.saveBuilt({ hand, title: 'Apple' });
  await hands.update({ id, starred: true });
  await storeCopies(id, handBounds.pageSize + 1);
  screen = await openScreen(academy, '/hands?starred=yes', { as: student });
  await screen.findByText(`${handBounds.pageSize + 2} hands match`);
  const [first = document.body] = await screen.findAllByRole('link', { name: /^Apple/ });
  await screen.user.click(first);
  await screen.user.click(await screen.findByRole('button', { name: /star/i }));
  await screen.settle();
  window.history.back();
  await screen.findByText(`${handBounds.pageSize + 1} hands match`);
});

async function storeCopies(id: string, times: number): Promise<void> {
  await academy.deps.pool.query(
    `insert into hands (owner_id, kind, game, small_units, big_units, seat_count, pot_units, line, model,
       model_version, verdict, title, starred)
     select owner_id, kind, game, small_units, big_units, seat_count, pot_units, line, model, model_version, verdict,
       title, starred from hands, generate_series(1, $2) where id = $1`,
    [id, times],
  );
}

it('the filter shows a label from the URL in the capitalization of the stored label, or unchanged if no hand has it', async () => {
  const student = await academy.createUser({ password: testPassword });
  const { hands } = academy.caller(student);
  const { id } = await hands.saveBuilt({ hand, title: '' });
  const [seat = 1] = hand.seats.filter((each) => each.seat !== hand.hero).map((each) => each.seat);
  await hands.labelSeat({ id, reader: undefined, seat, label: 'Loose Regular' });
  for (const [label, shown] of [
    ['loose regular', 'Loose Regular'],
    ['Gone', 'Gone'],
  ]) {
    screen = await openScreen(academy, `/hands?label=${label}`, { as: student });
    const [filter = document.body] = await screen.findAllByRole('combobox', { name: 'Opponent' });
    await within(filter).findByRole('option', { name: 'Loose Regular' });
    expect(filter).toHaveDisplayValue(shown ?? '');
  }
});
