import { fireEvent } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { openScreen, type Screen } from '../../../../testing/screen/open-screen.ts';
import { setUpTestApp } from '../../../../testing/test-app.ts';

const academy = setUpTestApp();
let screen: Screen;

it('amounts are in the unit that was chosen earlier, even if it was stored as plain text instead of JSON', async () => {
  screen = await openScreen(academy, '/hands');
  localStorage.setItem('academy.hand-unit', 'money');
  await screen.reload();
  await screen.user.click(await screen.findByRole('button', { name: 'Show big blinds' }));
  expect(await screen.findByRole('button', { name: 'Show money' })).toBeVisible();
  await screen.reload();
  expect(await screen.findByRole('button', { name: 'Show money' })).toBeVisible();
});

it('on a Cyrillic keyboard, the letter keys do the same as on a US keyboard', async () => {
  screen = await openScreen(academy, '/hands');
  const unit = await screen.findByRole('button', { name: 'Show money' });
  fireEvent.keyDown(unit, { key: 'И', code: 'KeyB' });
  expect(await screen.findByRole('button', { name: 'Show big blinds' })).toBeVisible();
});

it('a swipe over the table goes one step forward or back; a tap, a mouse and two fingers do not', async () => {
  screen = await openScreen(academy, '/hands');
  const table = await screen.findByRole('img', { name: /^The table\. / });
  async function move(pointer: 'TouchA' | 'MouseLeft', distance: number): Promise<string | null> {
    await screen.user.pointer([
      { keys: `[${pointer}>]`, target: table, coords: { clientX: 200 } },
      { keys: `[/${pointer}]`, target: table, coords: { clientX: 200 + distance } },
    ]);
    return screen.getByText(/^\d+ of \d+$/).textContent;
  }
  expect(await move('TouchA', 60)).toBe('7 of 8');
  expect(await move('TouchA', 60)).toBe('6 of 8');
  expect(await move('TouchA', -60)).toBe('7 of 8');
  expect(await move('TouchA', 10)).toBe('7 of 8');
  expect(await move('MouseLeft', 60)).toBe('7 of 8');
  // Two fingers zoom the page.
  await screen.user.pointer([
    { keys: '[TouchA>]', target: table, coords: { clientX: 200 } },
    { keys: '[TouchB>]', target: table, coords: { clientX: 300 } },
    { keys: '[/TouchA]', target: table, coords: { clientX: 140 } },
    { keys: '[/TouchB]', target: table, coords: { clientX: 360 } },
  ]);
  expect(screen.getByText(/^\d+ of \d+$/).textContent).toBe('7 of 8');
});
