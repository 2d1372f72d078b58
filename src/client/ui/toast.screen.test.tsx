import { fireEvent, within } from '@testing-library/dom';
import { afterEach, expect, it, vi } from 'vitest';
import { render } from '../../testing/screen/render.tsx';
import { timing } from '../lib/timing.ts';
import { hideToasts, showToast, Toasts } from './toast.tsx';

afterEach(() => {
  vi.useRealTimers();
  hideToasts();
});

it('a toast that replaces a hovered toast closes by itself', async () => {
  render(<Toasts />);
  const page = within(document.body);
  await page.findByRole('region', { name: 'Messages' });
  showToast({ title: 'Saved' });
  fireEvent.mouseOver(await page.findByRole('status'));
  vi.useFakeTimers({ now: Date.now(), toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  showToast({ title: 'Deleted' });
  await expect.poll(() => document.body).toHaveTextContent('Deleted');
  expect(document.body).not.toHaveTextContent('Saved');
  await expect
    .poll(async () => {
      await vi.advanceTimersByTimeAsync(timing.toast);
      return document.body;
    })
    .not.toHaveTextContent('Deleted');
});
