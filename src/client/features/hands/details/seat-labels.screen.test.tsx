import { waitFor, within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { findAcademyHand } from '../../../../shared/poker/academy-hands/academy-hands.ts';
import { openScreen, type Screen } from '../../../../testing/screen/open-screen.ts';
import { setUpTestApp, testPassword } from '../../../../testing/test-app.ts';

const { hand } = findAcademyHand('check-raise');

const academy = setUpTestApp();
let screen: Screen;

it.each([
  ['with Enter', () => screen.user.keyboard('{Enter}')],
  ['when the user goes back', () => window.history.back()],
])('an entered label is saved %s, before the field loses the focus', async (_when, leave) => {
  const student = await academy.createUser({ password: testPassword });
  const { hands } = academy.caller(student);
  const { id } = await hands.saveBuilt({ hand, title: 'Check-raised' });
  screen = await openScreen(academy, '/hands', { as: student });
  await screen.user.click(await screen.findByRole('link', { name: /^Check-raised/ }));
  await screen.user.click(await screen.findByRole('tab', { name: 'Notes' }));
  const fields = within(screen.getByRole('region', { name: 'Replayer' })).getAllByRole('textbox');
  await screen.user.type(fields.at(-1) ?? document.body, 'Loose');
  await leave();
  await waitFor(async () =>
    expect((await hands.get({ id })).own?.labels).toMatchObject([{ label: 'Loose' }]),
  );
});
