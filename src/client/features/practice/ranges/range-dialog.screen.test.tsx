import { within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { createCoach } from '../../../../server/coaching/testing/asked-questions.ts';
import { openScreen, type Screen } from '../../../../testing/screen/open-screen.ts';
import { setUpTestApp, testPassword } from '../../../../testing/test-app.ts';

const academy = setUpTestApp();
let screen: Screen;

it.each([
  { button: 'New range', isOfAcademy: false, isNew: 'No version yet', publish: 'Save as a version' },
  { button: 'New academy range', isOfAcademy: true, isNew: 'Not published yet', publish: 'Publish' },
])('“$button” asks for a name before it creates the range', async (example) => {
  const { button, isOfAcademy, isNew, publish } = example;
  const coach = await createCoach(academy, await academy.createUser({ role: 'admin' }));
  const stored = async () => (await academy.caller(coach).ranges.list()).items;
  const before = (await stored()).length;
  screen = await openScreen(academy, '/ranges', { as: coach });
  await screen.user.click(await screen.findByRole('button', { name: button }));
  const dialog = within(await screen.findByRole('dialog', { name: button }));
  const create = dialog.getByRole('button', { name: 'Create the range' });
  await screen.user.click(create);
  expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription('Enter a name');
  expect(await stored()).toHaveLength(before);
  screen.fill(dialog.getByRole('textbox', { name: 'Name' }), 'Button opens');
  await screen.user.click(create);
  await screen.findByRole('heading', { name: 'Button opens' });
  const created = await stored();
  expect(created).toHaveLength(before + 1);
  expect(created).toContainEqual(expect.objectContaining({ name: 'Button opens', isOfAcademy }));
  // Only a range of the academy can be published.
  expect(screen.getByText(isNew)).toBeVisible();
  await screen.user.click(screen.getByRole('button', { name: 'Paint' }));
  expect(await screen.findByRole('button', { name: publish })).toBeVisible();
});

it('a range is created only once, even if it is sent again after a lost response', async () => {
  const student = await academy.createUser({ password: testPassword });
  screen = await openScreen(academy, '/ranges', { as: student });
  await screen.user.click(await screen.findByRole('button', { name: 'New range' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New range' }));
  screen.fill(dialog.getByRole('textbox', { name: 'Name' }), 'Button opens');
  const restore = screen.network.changeResponse('ranges.save', () => {
    throw new TypeError('Failed to fetch');
  });
  await screen.user.click(dialog.getByRole('button', { name: 'Create the range' }));
  await dialog.findByText('The range may have been created');
  restore();
  await screen.user.click(dialog.getByRole('button', { name: 'Create the range' }));
  await screen.findByRole('heading', { name: 'Button opens' });
  const { own } = await academy.caller(student).ranges.list();
  expect(own.stored).toBe(1);
});
