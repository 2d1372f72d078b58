import { within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { seedDemoData } from '../../../server/demo/demo-data.ts';
import { openScreen } from '../../../testing/screen/open-screen.ts';
import { createTestApp } from '../../../testing/test-app.ts';

it('each program in the footer links to a search that finds products, or to all products if none matches', async () => {
  const academy = await createTestApp();
  let screen = await openScreen(academy, '/');
  const links = async () =>
    within(await screen.findByRole('navigation', { name: 'Programs' })).getAllByRole('link');
  try {
    await screen.findByRole('link', { name: 'Cash Game Excellence' });
    await screen.settle();
    expect((await links()).map((link) => link.getAttribute('href'))).toEqual(Array(5).fill('/products'));
    await screen.close();
    await seedDemoData(academy.deps);
    screen = await openScreen(academy, '/');
    const found: Record<string, string | null> = {};
    for (const link of await links()) {
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
