import { within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderWithQueries } from '../../../../testing/screen/render.tsx';
import { ReaderControls } from './reader-controls.tsx';

afterEach(() => vi.unstubAllGlobals());

const ignored = () => undefined;

function Reader() {
  const [page, setPage] = useState(1);
  return (
    <ReaderControls
      resource={{ kind: 'plan', id: 3 }}
      page={page}
      pageCount={20}
      onPage={setPage}
      zoom={1}
      onZoom={ignored}
      onFitText={ignored}
    />
  );
}

it('after a page number is submitted, the field keeps the focus, and the next number replaces the submitted one', async () => {
  vi.stubGlobal('fetch', async () => Response.json([{ result: { data: [] } }]));
  renderWithQueries(<Reader />);
  const page = within(document.body);
  const user = userEvent.setup({ document });
  const field = () => page.getByRole('textbox', { name: 'Page, 1 to 20' });
  await user.click(await page.findByRole('textbox', { name: 'Page, 1 to 20' }));
  await user.keyboard('7{Enter}');
  expect(field()).toHaveValue('7');
  expect(field()).toHaveFocus();
  await user.keyboard('12{Enter}');
  expect(field()).toHaveValue('12');
  // Input that was not submitted is discarded.
  await user.keyboard('3');
  await user.click(page.getByRole('button', { name: 'Next page' }));
  expect(field()).toHaveValue('13');
});
