import { fireEvent, waitFor, within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { render } from '../../testing/screen/render.tsx';
import { useSingleKeys } from './use-single-keys.ts';

const pressed: string[] = [];

function Page() {
  useSingleKeys((key) => pressed.push(key));
  return <input aria-label="Name" />;
}

it('the letter keys of a Greek keyboard trigger shortcuts, but not while the user types in a field', async () => {
  render(<Page />);
  const field = await within(document.body).findByLabelText('Name');
  await waitFor(() => {
    fireEvent.keyDown(document.body, { key: 'Ξ', code: 'KeyJ' });
    expect(pressed).toContain('j');
  });
  fireEvent.keyDown(field, { key: 'κ', code: 'KeyK' });
  expect(pressed).not.toContain('k');
});
