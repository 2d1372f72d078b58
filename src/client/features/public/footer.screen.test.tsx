import { within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { seedDemoData } from '../../../server/demo/demo-data.ts';
import { openScreen } from '../../../testing/screen/open-screen.ts';
import { createTestApp } from '../../../testing/test-app.ts';

it('each program in the footer finds something in the shop', async () => {
  const academy = await createTestApp();
  await seedDemoData(academy.deps);
  const screen = await openScreen(academy, '/');
  try {
    const programs = within(await screen.findByRole('navigation', { name: 'Programs' }));
    const found: Record<string, string | null> = {};
    for (const link of programs.getAllByRole('link')) {
      await screen.goTo(link.getAttribute('href') ?? '');
      found[link.textContent ?? ''] = (await screen.findByText(/^\d+ of \d+ products/)).textContent;
    }
    expect(Object.keys(found)).toHaveLength(5);
    expect(Object.entries(found).filter(([, count]) => count?.startsWith('0 '))).toEqual([]);
  } finally {
    await screen.close();
    await academy.close();
  }
});
