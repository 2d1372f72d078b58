import { waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { render } from '../../testing/screen/render.tsx';
import { useKeptFocus } from './use-kept-focus.ts';

function Page() {
  useKeptFocus();
  const [items, setItems] = useState(['One', 'Two', 'Three']);
  const [isOpen, setOpen] = useState(true);
  return (
    <main tabIndex={-1}>
      <section aria-label="List">
        <h2>List</h2>
        <ul>
          {items.map((item) => (
            <li key={item} aria-label={item}>
              <button type="button" onClick={() => setItems((all) => all.filter((each) => each !== item))}>
                Remove {item}
              </button>
            </li>
          ))}
        </ul>
      </section>
      {isOpen && (
        <form>
          <button type="button" onClick={() => setOpen(false)}>
            Skip
          </button>
        </form>
      )}
    </main>
  );
}

beforeEach(() => {
  render(<Page />);
});

const page = within(document.body);
const press = async (name: string) => {
  const button = await page.findByRole('button', { name });
  button.focus();
  await userEvent.setup({ document }).keyboard('{Enter}');
  expect(button).not.toBeInTheDocument();
};

it('when an item is removed, its neighbor gets the focus; if no item is left, the heading of the list does', async () => {
  await press('Remove Two');
  await waitFor(() => expect(page.getByRole('listitem', { name: 'Three' })).toHaveFocus());
  page.getByRole('button', { name: 'Remove One' }).focus();
  expect(page.getByRole('listitem', { name: 'Three' })).not.toHaveAttribute('tabindex');
  await press('Remove Three');
  await waitFor(() => expect(page.getByRole('listitem', { name: 'One' })).toHaveFocus());
  await press('Remove One');
  await waitFor(() => expect(page.getByRole('heading', { name: 'List' })).toHaveFocus());
});

it('when a form that contains the focus is removed, the main content gets the focus', async () => {
  await press('Skip');
  await waitFor(() => expect(page.getByRole('main')).toHaveFocus());
});
