import { expect, it } from 'vitest';
import { openScreen } from '../../../testing/screen/open-screen.ts';
import { createTestApp } from '../../../testing/test-app.ts';

it('a membership names the coaching plans that it opens, even if their numbers have a gap', async () => {
  const academy = await createTestApp();
  // By default, coaching plans 1 and 2 are free, and 3 and 4 require silver. Here, 4 is free, too.
  await academy.deps.db
    .insertInto('coaching_pdfs')
    .values({ pdf_number: 4, title: 'Rivers', required_plan: 'free' })
    .execute();
  const screen = await openScreen(academy, '/');
  try {
    await screen.findByText('opens coaching plans 1, 2, 4');
    expect(screen.getByText('opens coaching plans 1 to 4')).not.toBeNull();
  } finally {
    await screen.close();
    await academy.close();
  }
});
