import { fireEvent, waitFor, within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { openScreen, type Screen } from '../../../../testing/screen/open-screen.ts';
import { setUpTestApp, testPassword } from '../../../../testing/test-app.ts';

const academy = setUpTestApp();

async function openPainter(): Promise<Screen> {
  const student = await academy.createUser({ password: testPassword });
  const { ranges } = academy.caller(student);
  const { id } = await ranges.save({ name: 'Two hands', cells: { raise: 'AA, AKs:0.5', call: '' } });
  await ranges.publish({ id });
  const screen = await openScreen(academy, `/ranges/${id}`, { as: student });
  await screen.user.click(await screen.findByRole('button', { name: 'Paint' }));
  return screen;
}

it('a click with the right button paints nothing', async () => {
  const page = await openPainter();
  await page.findByRole('grid', { name: 'Paint Two hands' });
  await page.user.pointer({ keys: '[MouseRight>]', target: page.getByRole('gridcell', { name: /^KK/ }) });
  await page.user.pointer({ target: page.getByRole('gridcell', { name: /^QQ/ }) });
  expect(page.getByRole('button', { name: 'Undo' })).toBeDisabled();
});

it('a second finger paints nothing, and a stroke across a header does not paint the hands between its ends', async () => {
  const page = await openPainter();
  const chart = await page.findByRole('grid', { name: 'Paint Two hands' });
  const hand = (name: RegExp) => page.getByRole('gridcell', { name });
  const enter = (from: Element, to: Element, pointerId: number) =>
    fireEvent.pointerOut(from, { relatedTarget: to, pointerId });
  fireEvent.pointerDown(hand(/^KK/), { button: 0, pointerId: 1 });
  fireEvent.pointerDown(hand(/^22/), { button: 0, pointerId: 2 });
  enter(hand(/^22/), hand(/^33/), 2);
  fireEvent.pointerUp(hand(/^33/), { pointerId: 2 });
  const header = page.getByRole('columnheader', { name: 'T' });
  enter(hand(/^KK/), header, 1);
  enter(header, hand(/^TT/), 1);
  const raised = () => within(chart).getAllByRole('gridcell', { name: /raise 100%/ });
  await waitFor(() =>
    expect(raised().map(({ textContent }) => textContent?.split(':')[0])).toEqual(['AA', 'KK', 'TT']),
  );
});

it('a fast stroke paints the hands that the pointer skipped, and Undo takes back the whole stroke', async () => {
  const page = await openPainter();
  const chart = await page.findByRole('grid', { name: 'Paint Two hands' });
  const hand = (name: RegExp) => page.getByRole('gridcell', { name });
  fireEvent.pointerDown(hand(/^AA/), { button: 0 });
  // React reads from this event which element the pointer entered.
  fireEvent.pointerOut(hand(/^AA/), { relatedTarget: hand(/^AJs/) });
  fireEvent.pointerOut(hand(/^AJs/), { relatedTarget: hand(/^QJs/) });
  fireEvent.pointerUp(hand(/^QJs/));
  const raised = () => within(chart).getAllByRole('gridcell', { name: /raise 100%/ });
  const names = () => raised().map(({ textContent }) => textContent?.split(':')[0]);
  await waitFor(() => expect(names()).toEqual(['AA', 'AKs', 'AQs', 'AJs', 'KJs', 'QJs']));
  await page.user.click(page.getByRole('button', { name: 'Undo' }));
  expect(names()).toEqual(['AA']);
  expect(hand(/^AKs/)).toHaveAccessibleName(/raise 50%/);
  expect(page.getByRole('button', { name: 'Undo' })).toBeDisabled();
});
