import { expect, type Locator, test } from '@playwright/test';
import { ownAcademy } from '../own-academy.ts';
import { demoStudent, signIn } from '../sign-in.ts';

const academy = ownAcademy();

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

async function middleOf(cell: Locator): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = (await cell.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return { x: x + width / 2, y: y + height / 2 };
}

test('dragging a finger across the grid, starting on the name of a hand, paints all hands on its way', async ({
  page,
  context,
}) => {
  await signIn(context, academy.url, demoStudent);
  await page.goto(`${academy.url}/ranges`);
  await page.getByRole('button', { name: 'New range' }).tap();
  await page.getByLabel('Name').fill('Opening from the button');
  await page.getByRole('button', { name: 'Create the range' }).tap();
  await page.getByRole('button', { name: 'Paint', exact: true }).tap();
  const cell = (name: string) => page.getByRole('gridcell', { name: new RegExp(`^${name} `) });
  await page.getByRole('grid').scrollIntoViewIfNeeded();
  const from = await middleOf(cell('KQs'));
  const to = await middleOf(cell('KTs'));
  const touches = await context.newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    touches.send('Input.dispatchTouchEvent', { type, touchPoints });
  await send('touchStart', [from]);
  for (let step = 1; step <= 8; step += 1) {
    await send('touchMove', [{ x: from.x + ((to.x - from.x) * step) / 8, y: from.y }]);
  }
  await send('touchEnd', []);
  for (const name of ['KQs', 'KJs', 'KTs']) await expect(cell(name)).toHaveAccessibleName(/raise 100%/);
  for (const name of ['KK', 'K9s']) await expect(cell(name)).toHaveAccessibleName(/fold/);
});
