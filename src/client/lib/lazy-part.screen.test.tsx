import { waitFor, within } from '@testing-library/dom';
import { Suspense } from 'react';
import { expect, it, vi } from 'vitest';
import { render } from '../../testing/screen/render.tsx';
import { lazyPart } from './lazy-part.ts';

it('while a part of the layout cannot be loaded, the page stays open, and later shows the part', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  const load = vi
    .fn<() => Promise<() => string>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
    .mockResolvedValue(() => 'A notice');
  const Part = lazyPart(load);
  render(
    <>
      <h1>Page</h1>
      <Suspense fallback={null}>
        <Part />
      </Suspense>
    </>,
  );
  const page = within(document.body);
  await waitFor(() => expect(warn).toHaveBeenCalledOnce());
  expect(page.getByRole('heading', { name: 'Page' })).toBeVisible();
  expect(await page.findByText('A notice')).toBeVisible();
  expect(load).toHaveBeenCalledTimes(2);
});
