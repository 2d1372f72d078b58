import { within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { render } from '../../testing/screen/render.tsx';
import { FileDrop, type FileDropState } from './file-drop.tsx';

let setState: (state: FileDropState) => void;
const onPick = vi.fn<(file: File) => void>();

const uploading: FileDropState = { status: 'uploading', percent: 40, onCancel: () => setState(idle) };
const idle: FileDropState = { status: 'idle' };
const done: FileDropState = { status: 'done', fileName: 'a.pdf', onRemove: () => setState(idle) };
const failed: FileDropState = { status: 'error', message: 'Lost', onRetry: () => setState(uploading) };

function Field() {
  const [state, set] = useState(idle);
  setState = set;
  return <FileDrop label="PDF file" hint="Up to 5 MB" accept=".pdf" state={state} onPick={onPick} />;
}

const page = within(document.body);
const user = userEvent.setup({ document });
const input = () => page.getByLabelText<HTMLInputElement>('PDF file');

beforeEach(async () => {
  onPick.mockClear();
  render(<Field />);
  await page.findByLabelText('PDF file');
});

it('during an upload, the input keeps the focus and accepts no other file', async () => {
  input().focus();
  setState(uploading);
  await page.findByRole('button', { name: 'Cancel PDF file' });
  expect(input()).toHaveFocus();
  expect(input()).toBeEnabled();
  expect(input()).toHaveAttribute('aria-disabled', 'true');
  const click = new MouseEvent('click', { bubbles: true, cancelable: true });
  input().dispatchEvent(click);
  expect(click.defaultPrevented).toBe(true);
  await user.upload(input(), new File(['b'], 'b.pdf'));
  expect(onPick).not.toHaveBeenCalled();

  setState(done);
  await page.findByRole('button', { name: 'Replace PDF file' });
  expect(input()).toHaveFocus();
  expect(input()).not.toHaveAttribute('aria-disabled');
});

it.each([
  ['Cancel', uploading],
  ['Retry', failed],
  ['Remove', done],
] as const)('after a press on %s, the input has the focus', async (name, state) => {
  setState(state);
  const button = await page.findByRole('button', { name: `${name} PDF file` });
  button.focus();
  await user.keyboard('{Enter}');
  expect(button).not.toBeInTheDocument();
  expect(input()).toHaveFocus();
});

it('when an upload ends, the input takes the focus from Cancel, but from no other element', async () => {
  setState(uploading);
  const cancel = await page.findByRole('button', { name: 'Cancel PDF file' });
  cancel.focus();
  setState(done);
  await page.findByRole('button', { name: 'Replace PDF file' });
  expect(input()).toHaveFocus();

  setState(uploading);
  const again = await page.findByRole('button', { name: 'Cancel PDF file' });
  again.focus();
  again.blur();
  setState(done);
  await page.findByRole('button', { name: 'Replace PDF file' });
  expect(document.body).toHaveFocus();
});

it.each([
  ['Choose a PNG or JPG', /^Choose a PNG or JPG ?\. Up to 5 MB$/],
  ['Choose another file.', /^Choose another file\. Up to 5 MB$/],
])('screen readers pause between the error %j and the hint', async (message, description) => {
  setState({ status: 'error', message });
  await page.findByRole('alert');
  expect(input()).toHaveAccessibleDescription(description);
});

it('the hint is hidden below an error that contains it, and shown below any other error', async () => {
  setState({ status: 'error', message: 'The file is too large. Choose a smaller one: Up to 5 MB.' });
  await page.findByText(/^The file is too large/);
  expect(page.getAllByText(/Up to 5 MB/)).toHaveLength(1);
  setState({ status: 'error', message: 'The file is empty. Please choose it again.' });
  await page.findByText(/^The file is empty/);
  expect(page.getByText('Up to 5 MB')).toBeVisible();
});
