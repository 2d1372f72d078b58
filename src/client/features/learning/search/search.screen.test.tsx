import { expect, it } from 'vitest';
import { findAcademyHand } from '../../../../shared/poker/academy-hands/academy-hands.ts';
import { openScreen } from '../../../../testing/screen/open-screen.ts';
import { setUpTestApp, testPassword } from '../../../../testing/test-app.ts';

const academy = setUpTestApp();

it('if a search fails in part, the page does not claim that nothing was found', async () => {
  const student = await academy.createUser({ password: testPassword });
  const screen = await openScreen(academy, '/search', { as: student });
  const restore = screen.network.fail('drills.findDecks', { status: 500, code: 'internal' });
  await screen.user.type(await screen.findByRole('searchbox', { name: 'Search for' }), 'sevens{Enter}');
  await screen.findByRole('heading', { name: 'Not everything could be searched' });
  restore();
  await screen.user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('heading', { name: 'Nothing found for “sevens”' });
});

it('if a search fails in part, a message above the results says so', async () => {
  const student = await academy.createUser({ password: testPassword });
  const { hand } = findAcademyHand('check-raise');
  await academy.caller(student).hands.saveBuilt({ hand, title: 'Sevens full' });
  const screen = await openScreen(academy, '/search', { as: student });
  screen.network.fail('drills.findDecks', { status: 500, code: 'internal' });
  await screen.user.type(await screen.findByRole('searchbox', { name: 'Search for' }), 'sevens{Enter}');
  await screen.findByRole('link', { name: /Sevens full/ });
  expect(screen.getByRole('heading', { name: 'Not everything could be searched' })).toBeVisible();
  await screen.close();
});
