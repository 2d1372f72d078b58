import { within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { render } from '../../testing/screen/render.tsx';
import { lazyDialog } from './lazy-dialog.tsx';
import { hideToasts, Toasts } from './toast.tsx';

const page = within(document.body);
const user = userEvent.setup({ document });

afterEach(() => hideToasts());

const isOffline = new TypeError('Failed to fetch dynamically imported module');
const load = vi.fn<() => Promise<typeof Question>>();
let QuestionDialog: ReturnType<typeof lazyDialog<Parameters<typeof Question>[0]>>;

function Question({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <dialog open={open}>
      <button type="button" onClick={onClose}>
        Close
      </button>
    </dialog>
  );
}

/** @param isKept - whether the dialog stays mounted between its openings */
function PageWithInput({ isKept }: { isKept: boolean }) {
  const [openings, setOpenings] = useState(0);
  const [open, setOpen] = useState(false);
  return (
    <>
      <input aria-label="Name" />
      <button
        type="button"
        onClick={() => {
          setOpenings(openings + 1);
          setOpen(true);
        }}
      >
        Ask
      </button>
      {openings > 0 && (
        <QuestionDialog key={isKept ? 0 : openings} open={open} onClose={() => setOpen(false)} />
      )}
      <Toasts />
    </>
  );
}

it.each([
  ['stays mounted', true],
  ['is mounted again', false],
])(
  'if the chunk of a dialog that %s cannot be loaded, a message reports it, the typed text stays, and each further click tries again',
  async (_how, isKept) => {
    vi.spyOn(console, 'warn').mockReturnValue();
    load
      .mockReset()
      .mockRejectedValueOnce(isOffline)
      .mockRejectedValueOnce(isOffline)
      .mockImplementation(async () => Question);
    QuestionDialog = lazyDialog(() => load());
    render(<PageWithInput isKept={isKept} />);
    await user.type(await page.findByLabelText('Name'), 'Sam');
    for (const attempt of [1, 2]) {
      await user.click(page.getByRole('button', { name: 'Ask' }));
      expect(await page.findByRole('alert')).toHaveTextContent('This dialog could not be loaded');
      expect(load).toHaveBeenCalledTimes(attempt);
      await user.click(page.getByRole('button', { name: 'Dismiss' }));
      await expect.poll(() => page.queryByRole('alert')).toBeNull();
      await user.type(page.getByLabelText('Name'), '!');
    }
    await user.click(page.getByRole('button', { name: 'Ask' }));
    await user.click(await page.findByRole('button', { name: 'Close' }));
    expect(page.queryByRole('alert')).toBeNull();
    expect(page.getByLabelText('Name')).toHaveValue('Sam!!');
  },
);
