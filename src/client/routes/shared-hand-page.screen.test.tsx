import { within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { findAcademyHand } from '../../shared/poker/academy-hands/academy-hands.ts';
import { openScreen } from '../../testing/screen/open-screen.ts';
import { createTestApp } from '../../testing/test-app.ts';

it('a shared hand is stepped through with the arrow keys right away', async () => {
  const academy = await createTestApp();
  const { hands } = academy.caller(await academy.createUser());
  const { hand } = findAcademyHand('check-raise');
  const { id } = await hands.saveBuilt({ hand, title: 'Shared' });
  const { path } = await hands.share({ id, mode: 'open' });
  const screen = await openScreen(academy, path);
  try {
    const replayer = within(await screen.findByRole('region', { name: 'Replayer' }));
    await screen.settle();
    await screen.user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowLeft}');
    expect(replayer.getByRole('status')).toHaveTextContent('Hero posts 1 bb.');
    // A part of the page has the focus, as after the removal of a focused element.
    const part = screen.getByRole('heading', { level: 1 });
    part.tabIndex = -1;
    part.focus();
    await screen.user.keyboard('{ArrowLeft}');
    expect(replayer.getByRole('status')).not.toHaveTextContent('Hero posts 1 bb.');
  } finally {
    await screen.close();
    await academy.close();
  }
});

it('a shared hand in guess mode is stepped through with the arrow keys right away, up to the decision', async () => {
  const academy = await createTestApp();
  const { hands } = academy.caller(await academy.createUser());
  const { hand } = findAcademyHand('check-raise');
  const { id } = await hands.saveBuilt({ hand, title: 'Shared' });
  const { path } = await hands.share({ id, mode: 'guess' });
  const screen = await openScreen(academy, path);
  try {
    const decide = within(await screen.findByRole('region', { name: 'Your decision' }));
    await decide.findByRole('heading', { name: 'What do you do?' });
    await screen.settle();
    await screen.user.keyboard('{ArrowLeft}');
    expect(decide.queryByRole('heading', { name: 'What do you do?' })).toBeNull();
    await screen.user.keyboard('{ArrowRight}{ArrowRight}');
    expect(decide.getByRole('heading', { name: 'What do you do?' })).toBeVisible();
  } finally {
    await screen.close();
    await academy.close();
  }
});
