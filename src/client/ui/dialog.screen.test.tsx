import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { render } from '../../testing/screen/render.tsx';
import { Dialog } from './dialog.tsx';

it('while its request is in progress, a dialog cannot be closed and does not ask whether to discard typed text', async () => {
  const page = within(document.body);
  const user = userEvent.setup({ document });
  const close = vi.fn();
  function RefundQuestion() {
    const [busy, setBusy] = useState(true);
    return (
      <Dialog title="Refund this payment?" dirty busy={busy} onClose={close}>
        <button type="button" onClick={() => setBusy(false)}>
          End the request
        </button>
      </Dialog>
    );
  }
  const router = createRouter({
    routeTree: createRootRoute({ component: RefundQuestion }),
    history: createMemoryHistory(),
  });
  render(<RouterProvider router={router} />);

  await user.click(await page.findByRole('button', { name: 'Close' }));
  await user.keyboard('{Escape}');
  expect(page.queryByText('Discard what you typed?')).toBeNull();
  expect(close).not.toHaveBeenCalled();

  await user.click(page.getByRole('button', { name: 'End the request' }));
  await user.click(page.getByRole('button', { name: 'Close' }));
  await user.click(await page.findByRole('button', { name: 'Discard' }));
  expect(close).toHaveBeenCalledOnce();
});
