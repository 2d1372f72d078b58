import { getByLabelText, waitFor } from '@testing-library/dom';
import type { ReactNode } from 'react';
import type { Root } from 'react-dom/client';
import { expect, it } from 'vitest';
import { render } from '../../testing/screen/render.tsx';
import { DateField } from './date-field.tsx';
import { TextField } from './text-field.tsx';

let root: Root;

async function mount(field: ReactNode): Promise<HTMLElement> {
  root = render(field);
  return waitFor(() => getByLabelText(document.body, /^Field/));
}
const onChange = () => undefined;

it('an error replaces the hint, which often says the same', async () => {
  const props = { label: 'Field', hint: 'At least 6 characters', value: '', onChange };
  expect(await mount(<TextField {...props} />)).toHaveAccessibleDescription('At least 6 characters');
  root.render(<TextField {...props} error="Password must be at least 6 characters" />);
  await waitFor(() => expect(document.body).toHaveTextContent('FieldPassword must be at least 6 characters'));
  expect(document.body).not.toHaveTextContent('At least');
  expect(getByLabelText(document.body, 'Field')).toHaveAccessibleDescription(
    'Password must be at least 6 characters',
  );
});

it('a date field with an error still shows the date in the format of the academy', async () => {
  const field = await mount(
    <DateField
      label="Field"
      hint="From midnight"
      value="2026-04-03"
      error="Choose a later day"
      onChange={onChange}
    />,
  );
  // The period is a pause for screen readers.
  expect(field).toHaveAccessibleDescription(/^3 Apr 2026 ?\. Choose a later day$/);
  expect(document.body).not.toHaveTextContent('From midnight');
});
