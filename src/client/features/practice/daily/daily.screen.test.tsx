import { fireEvent, waitFor, within } from '@testing-library/dom';
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { createCoach } from '../../../../server/coaching/testing/asked-questions.ts';
import { storeAcademyHands } from '../../../../server/hands/academy-hands.operations.ts';
import { dayMs, minuteMs } from '../../../../shared/durations.ts';
import { openScreen, type Screen } from '../../../../testing/screen/open-screen.ts';
import { setUpTestApp, type TestUser, testPassword } from '../../../../testing/test-app.ts';
import { setTimeZone } from '../../../lib/format.ts';

const academy = setUpTestApp();
let coach: TestUser;

beforeAll(async () => {
  coach = await createCoach(academy, await academy.createUser({ role: 'admin' }));
});

/** Follows a link of the menu. */
function followLink(page: Screen, name: string): void {
  fireEvent.click(page.getAllByRole('link', { name, hidden: true })[0] ?? document.body);
}

async function open(path: string, as: TestUser): Promise<Screen> {
  return openScreen(academy, path, { as });
}

it('what a coach enters for a hand of the day survives an error, an attempt to close the form, and a save by another coach', async () => {
  await storeAcademyHands(academy.deps);
  const page = await open('/coach?view=daily', coach);
  await page.user.click((await page.findAllByRole('button', { name: /^Choose a hand/ }))[0] ?? document.body);
  const save = () => page.user.click(page.getByRole('button', { name: 'Save the hand' }));
  await page.findByRole('option', { name: 'Choose a hand' });
  await save();
  await page.findByText('Choose a decision', { selector: 'p' });
  const type = (label: string, text: string) => page.fill(page.getByRole('textbox', { name: label }), text);
  type('Question', 'Fold or call?');
  await page.user.keyboard('{Escape}');
  await page.user.click(await page.findByRole('button', { name: 'Keep editing' }));
  const { hands } = await academy.caller(coach).daily.material();
  const [hand, other] = hands;
  if (!hand || !other) throw new Error('the academy has no hands');
  await page.user.selectOptions(page.getByRole('combobox', { name: 'Academy hand' }), hand.id);
  const decision = page.getByRole('combobox', { name: 'Decision, as it was played' });
  await page.user.selectOptions(decision, String(hand.decisions[0]?.atAction));
  within(page.getByRole('group', { name: 'Option 1' })).getByRole('textbox', { name: 'Weight' });
  type('Option 1', 'Fold');
  type('Option 2', 'Call');
  for (const [index, weight] of page.getAllByRole('textbox', { name: 'Weight' }).entries()) {
    if (index < 2) page.fill(weight, index === 0 ? '100' : '0');
  }
  type('The reason', 'Count the combinations.');
  const [, tomorrow] = (await academy.caller(coach).daily.plan()).days;
  const day = tomorrow?.day ?? '';
  const options = ['Raise', 'Check'].map((label) => ({ label, weight: 100, why: '' }));
  const atAction = other.decisions[0]?.atAction ?? 0;
  const otherSpot = { day, handId: other.id, atAction, question: 'Raise?', options, reason: 'It is so.' };
  await academy.caller(coach).daily.save(otherSpot);
  await save();
  await page.findByText(/This day was changed in another tab or by another coach/);
  expect(page.getByRole('textbox', { name: 'Question' })).toHaveValue('Fold or call?');
  await save();
  await page.readMessage('Hand of the day saved');
  expect((await academy.caller(coach).daily.plan()).days[1]?.spot).toMatchObject({
    handId: hand.id,
    question: 'Fold or call?',
    options: [{ label: 'Fold' }, { label: 'Call' }],
  });
  // Waits until the days are reloaded. Until then, the page would try to remove the other coach's hand.
  await page.findByText('Fold or call?');
  await page.user.click(page.getByRole('button', { name: /^Remove the hand of/ }));
  await page.user.click(await page.findByRole('button', { name: 'Remove the hand' }));
  await page.readMessage('Hand removed from the plan');
});

it('after midnight, an answer to yesterday’s hand of the day is rejected with a message, and the new hand is shown', async () => {
  await storeAcademyHands(academy.deps);
  const { hands } = await academy.caller(coach).daily.material();
  const { days } = await academy.caller(coach).daily.plan();
  const options = ['Fold', 'Call'].map((label) => ({ label, weight: 100, why: '' }));
  for (const [index, question] of ['First hand?', 'Second hand?'].entries()) {
    const { id: handId = '', decisions = [] } = hands[index] ?? {};
    const [decision] = decisions;
    const day = days[index + 1]?.day ?? '';
    const spot = { day, handId, atAction: decision?.atAction ?? 0, question, options, reason: 'It is so.' };
    await academy.caller(coach).daily.save(spot);
  }
  academy.clock.advance(dayMs);
  const page = await open('/goals', await academy.createUser({ password: testPassword }));
  await page.findByText('0 min studied');
  followLink(page, 'Hand of the day');
  await page.findByRole('heading', { name: 'First hand?' });
  academy.clock.advance(dayMs);
  await page.user.click(page.getByRole('button', { name: 'Fold' }));
  await page.findByRole('heading', { name: 'Second hand?' });
  expect(page.getByRole('alert')).toHaveTextContent(/no longer the hand of the day/);
  await page.user.click(page.getByRole('button', { name: 'Call' }));
  await page.findByText(/You chose/);
  await waitFor(() => expect(document.activeElement).toHaveTextContent(/^You chose call: right\.$/));
  // Answering the hand of the day counts as a minute of study.
  followLink(page, 'Goals');
  await page.findByText('1 min studied');
});

it('a page that stays open past midnight shows the new hand when the user returns to it, even if the device’s clock is wrong', async () => {
  await planDay(1, { question: 'Fold now?' });
  await planDay(2, { question: 'Fold later?' });
  academy.clock.advance(dayMs);
  const page = await open('/daily', await academy.createUser({ password: testPassword }));
  await page.findByRole('heading', { name: 'Fold now?' });
  academy.clock.advance(dayMs);
  const later = Date.now() + 2 * minuteMs;
  vi.spyOn(Date, 'now').mockReturnValue(later);
  fireEvent(window, new Event('visibilitychange'));
  await page.findByRole('heading', { name: 'Fold later?' });
  vi.restoreAllMocks();
});

it('the plan of hands of the day, if it stays open past midnight, begins with the new day when the coach returns to it', async () => {
  await planDay(1, { question: 'Fold tomorrow?' });
  const page = await open('/coach?view=daily', coach);
  const dayOf = async () => (await page.findByText('Fold tomorrow?')).closest('li');
  expect(await dayOf()).not.toHaveTextContent(/^Today/);
  academy.clock.advance(dayMs);
  const later = Date.now() + 2 * minuteMs;
  vi.spyOn(Date, 'now').mockReturnValue(later);
  fireEvent(window, new Event('visibilitychange'));
  await waitFor(async () => expect(await dayOf()).toHaveTextContent(/^Today/));
  vi.restoreAllMocks();
});

it('the page of the hand of the day says at which time the hand changes, in the time zone of the browser', async () => {
  await planDay(1, { question: 'Fold before the change?' });
  academy.clock.advance(dayMs);
  setTimeZone('Asia/Kolkata');
  onTestFinished(() => setTimeZone(new Intl.DateTimeFormat().resolvedOptions().timeZone));
  const page = await open('/daily', await academy.createUser({ password: testPassword }));
  await page.findByRole('heading', { name: 'Fold before the change?' });
  expect(page.getByText(/Next hand at 05:30 GMT\+5:30\.$/)).toBeVisible();
});

/** Plans a hand for the day that is `index` days after today. */
async function planDay(index: number, { question = 'Fold?', productId = null as number | null } = {}) {
  await storeAcademyHands(academy.deps);
  const caller = academy.caller(coach).daily;
  const { id: handId = '', decisions = [] } = (await caller.material()).hands[index] ?? {};
  const options = ['Fold', 'Call'].map((label) => ({ label, weight: 100, why: '' }));
  const day = (await caller.plan()).days[index]?.day ?? '';
  const atAction = decisions[0]?.atAction ?? 0;
  const planned = { day, handId, atAction, question, options, reason: 'It is so.', productId };
  await caller.save(planned);
  const spotNow = async () => (await caller.plan()).days[index]?.spot;
  return { planned, spotNow };
}

it('if another coach has added options to a hand of the day, saving fails with a conflict, and the form shows the added options', async () => {
  const { planned, spotNow } = await planDay(3);
  const page = await open('/coach?view=daily', coach);
  await page.user.click((await page.findAllByRole('button', { name: /^Edit/ })).at(-1) ?? document.body);
  await page.findByRole('textbox', { name: 'Option 3' });
  const options = ['Fold', 'Call', 'Raise small', 'Raise big'].map((label) => ({
    label,
    weight: 100,
    why: '',
  }));
  const updatedAt = (await spotNow())?.updatedAt ?? null;
  await academy.caller(coach).daily.save({ ...planned, options, updatedAt });
  await page.user.click(page.getByRole('button', { name: 'Save the hand' }));
  await page.findByText(/This day was changed in another tab or by another coach/);
  await waitFor(() => expect(page.getByRole('textbox', { name: 'Option 4' })).toHaveValue('Raise big'));
});

it('a session that is linked to a hand of the day and is no longer in the shop is marked, and the coach can remove the link', async () => {
  const { id } = await academy.caller(await academy.createUser({ role: 'admin' })).admin.products.create({
    type: 'session',
    productNumber: 3,
    title: 'River Decisions',
    description: 'About it',
    price: 1_999,
    isActive: true,
    isFree: false,
    estimatedDuration: 30,
  });
  const { spotNow } = await planDay(4, { productId: id });
  await academy.deps.db.updateTable('products').set({ is_active: false }).where('id', '=', id).execute();
  const page = await open('/coach?view=daily', coach);
  await page.user.click((await page.findAllByRole('button', { name: /^Edit/ })).at(-1) ?? document.body);
  const session = await page.findByRole('combobox', { name: /^Session on this topic/ });
  await waitFor(() => expect(session).toHaveDisplayValue('No longer in the shop'));
  await page.user.selectOptions(session, 'None');
  await page.user.click(page.getByRole('button', { name: 'Save the hand' }));
  await page.readMessage('Hand of the day saved');
  expect(await spotNow()).toMatchObject({ productId: null });
});
