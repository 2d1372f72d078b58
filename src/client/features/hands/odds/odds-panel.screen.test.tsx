import { afterEach, expect, it, vi } from 'vitest';
import { buildHand } from '../../../../shared/poker/build-hand.ts';
import { parseCards } from '../../../../shared/poker/playing-card.ts';
import { runTwice } from '../../../../shared/poker/testing/sample-hands.ts';
import { openScreen, type Screen } from '../../../../testing/screen/open-screen.ts';
import { setUpTestApp, testPassword } from '../../../../testing/test-app.ts';
import type { OddsRequest, OddsResponse } from './odds-messages.ts';

const academy = setUpTestApp();
let screen: Screen;
afterEach(() => {
  vi.unstubAllGlobals();
});

/** Reports that each side wins half of the pot. */
class OddsWorker {
  onmessage?: (event: { data: OddsResponse }) => void;
  postMessage(request: OddsRequest) {
    const sides = [0.5, 0.5].map((share) => ({ share, tie: null }));
    this.onmessage?.({ data: { request, odds: { sides, error: 0, outs: null } } });
  }
  terminate() {}
}

it('the price of a call does not include the part of an opponent’s bet that exceeds the hero’s stack', async () => {
  vi.stubGlobal('Worker', OddsWorker);
  const student = await academy.createUser({ password: testPassword });
  const hand = buildHand(`
    nlhe cash USD 1/2, 3-max, button 1
    1 BTN 100
    2 SB 40 AhKh hero
    3 BB 200
    preflop f c x
    flop Qh8h3c x b198 f
  `);
  const { id } = await academy.caller(student).hands.saveBuilt({ hand });
  screen = await openScreen(academy, `/hands/${id}`, { as: student });
  await screen.findByRole('tab', { name: 'Odds' });
  // The steps after the deal: two blinds, a fold, a call, a check, the flop, a check and the bet.
  await screen.user.keyboard('{ArrowRight}'.repeat(8));
  await screen.user.click(screen.getByRole('tab', { name: 'Odds' }));
  await screen.user.type(screen.getByRole('textbox', { name: /Your guess/ }), '50');
  await screen.user.click(screen.getByRole('button', { name: 'Calculate' }));
  // A call costs 38 of a final pot of 4 + 38 + 38.
  expect(await screen.findByText(/^You need 48% and have 50%: calling wins/)).toBeVisible();
});

it('if several opponents are in the hand, the odds against one of them do not say whether a call wins', async () => {
  vi.stubGlobal('Worker', OddsWorker);
  const student = await academy.createUser({ password: testPassword });
  const hand = buildHand(`
    nlhe cash USD 1/2, 3-max, button 1
    1 BTN 100
    2 SB 100 AhKh hero
    3 BB 100
    preflop c c x
    flop Qh8h3c x b4 c c
    turn 2d b12 f f
  `);
  const { id } = await academy.caller(student).hands.saveBuilt({ hand });
  screen = await openScreen(academy, `/hands/${id}`, { as: student });
  await screen.findByRole('tab', { name: 'Odds' });
  // The steps after the deal: two blinds, two calls, a check, the flop, a check, the bet and a call.
  await screen.user.keyboard('{ArrowRight}'.repeat(9));
  await screen.user.click(screen.getByRole('tab', { name: 'Odds' }));
  expect(screen.getByRole('combobox', { name: 'Against' })).toBeVisible();
  await screen.user.type(screen.getByRole('textbox', { name: /Your guess/ }), '50');
  await screen.user.click(screen.getByRole('button', { name: 'Calculate' }));
  expect(await screen.findByText('You guessed 50%.')).toBeVisible();
  expect(screen.queryByText(/^You need/)).not.toBeInTheDocument();
});

it('where the boards of a hand that is run twice differ, the odds of one board are not offered', async () => {
  const student = await academy.createUser({ password: testPassword });
  const { id } = await academy.caller(student).hands.saveBuilt({ hand: buildHand(runTwice) });
  screen = await openScreen(academy, `/hands/${id}`, { as: student });
  await screen.user.click(await screen.findByRole('tab', { name: 'Odds' }));
  await screen.user.click(screen.getByRole('button', { name: /^Flop/ }));
  expect(screen.getByRole('textbox', { name: /Your guess/ })).toBeVisible();
  await screen.user.click(screen.getByRole('button', { name: /^Turn/ }));
  expect(screen.getByText('Go to a step with a single board to practice odds.')).toBeVisible();
});

it('if an opponent showed only one card, the table shows the card, and the odds panel asks for a range', async () => {
  const student = await academy.createUser({ password: testPassword });
  const hand = buildHand(`
    nlhe cash USD 1/2, 3-max, button 1
    1 BTN 100
    2 SB 40 AhKh hero
    3 BB 200
    preflop f c x
    flop Qh8h3c x b4 f
  `);
  const shows = [{ seat: 3, cards: parseCards('As') ?? [], at: 'after' as const }];
  const { id } = await academy.caller(student).hands.saveBuilt({ hand: { ...hand, shows } });
  screen = await openScreen(academy, `/hands/${id}`, { as: student });
  await screen.findByRole('tab', { name: 'Odds' });
  await screen.user.keyboard('{ArrowRight}'.repeat(8));
  await screen.user.click(screen.getByRole('tab', { name: 'Odds' }));
  expect(screen.getByRole('textbox', { name: /^The opponent’s range/ })).toBeVisible();
  await screen.user.click(screen.getByRole('button', { name: 'Last step' }));
  expect(screen.getByRole('img', { name: /the big blind with ace of spades, /i })).toBeVisible();
});
