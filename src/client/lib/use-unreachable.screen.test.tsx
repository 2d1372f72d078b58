import { fireEvent } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { openScreen } from '../../testing/screen/open-screen.ts';
import { setUpTestApp } from '../../testing/test-app.ts';

const academy = setUpTestApp();

it('a double click on a link whose page is still loading adds one entry to the history', async () => {
  const screen = await openScreen(academy, '/');
  await screen.findByRole('region', { name: 'Messages' });
  const { length } = history;
  const [link] = screen.getAllByRole('link', { name: 'Privacy Policy' });
  fireEvent.click(link ?? document.body);
  fireEvent.click(link ?? document.body);
  await screen.findByRole('heading', { name: 'Privacy Policy', level: 1 });
  await screen.settle();
  expect(history.length).toBe(length + 1);
});
