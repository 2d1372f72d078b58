import { within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { findAcademyHand } from '../../shared/poker/academy-hands/academy-hands.ts';
import { openScreen } from '../../testing/screen/open-screen.ts';
import { createTestApp } from '../../testing/test-app.ts';

it('the arrow keys step through a shared hand right away, without a click', async () => {
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
    // The arrow keys also work while another element has the focus.
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

it('in guess mode, the arrow keys step through a shared hand up to the decision, without a click', async () => {
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
