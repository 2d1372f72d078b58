import { onlineManager, useMutation } from '@tanstack/react-query';
import { waitFor } from '@testing-library/dom';
import type { ReactNode } from 'react';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderWithQueries } from '../../testing/screen/render.tsx';
import { createQueryClient } from '../trpc.ts';
import { FormError } from '../ui/form-error.tsx';
import { type ActionOptions, useAction } from './use-action.ts';

let root: Root;
const queryClient = createQueryClient();
/** Each attempt waits here until the test resolves or rejects it. */
let attempts: { resolve: (url: string) => void; reject: (error: Error) => void }[];

beforeEach(() => {
  attempts = [];
});
afterEach(() => onlineManager.setOnline(true));

function mount(page: ReactNode): void {
  root = renderWithQueries(page, queryClient);
}

type PageProps = ActionOptions<string> & { onSuccess?: () => void };

function Page({ onSuccess, ...options }: PageProps) {
  const { isPending, isSuccess, failure, run, reset } = useAction(
    useMutation<string>({
      mutationFn: () => new Promise((resolve, reject) => attempts.push({ resolve, reject })),
      onSuccess,
    }),
    options,
  );
  return (
    <>
      <button type="button" onClick={() => run()}>
        {isPending ? 'Sending...' : 'Send'}
      </button>
      <button type="button" onClick={reset}>
        Forget
      </button>
      <FormError failure={failure} />
      <p>{isSuccess ? 'Sent' : 'Nothing sent'}</p>
    </>
  );
}

const expectText = (text: string) => waitFor(() => expect(document.body).toHaveTextContent(text));
const press = (number: number) => document.querySelectorAll('button')[number]?.click();

async function send(): Promise<void> {
  await expectText('Send');
  press(0);
  await expectText('Sending...');
}

it('repeated clicks before the next render send one request', async () => {
  mount(<Page />);
  await expectText('Send');
  press(0);
  press(0);
  await expectText('Sending...');
  press(0);
  expect(attempts).toHaveLength(1);
  attempts[0]?.resolve('');
  await expectText('Sent');
  press(0);
  await expectText('Sending...');
  expect(attempts).toHaveLength(2);
});

it('a failed action shows its error and can be retried', async () => {
  mount(<Page />);
  await send();
  attempts[0]?.reject(new TypeError('Failed to fetch'));
  await expectText('We could not reach the academy.');
  await send();
  expect(document.body).not.toHaveTextContent('We could not reach the academy.');
  expect(attempts).toHaveLength(2);
});

it('reset clears the last result but not a request in progress', async () => {
  mount(<Page />);
  await send();
  press(1);
  press(0);
  expect(attempts).toHaveLength(1);
  attempts[0]?.resolve('');
  await expectText('Sent');
  press(1);
  await expectText('Nothing sent');
});

it('an action whose response was lost can be sent again after its page is restored from the bfcache', async () => {
  mount(<Page />);
  await send();
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  await waitFor(() => expect(document.body).not.toHaveTextContent('Sending...'));
  await send();
  expect(attempts).toHaveLength(2);
});

it('while the device is offline, an action is attempted immediately, not only when the device is online again', async () => {
  onlineManager.setOnline(false);
  mount(<Page />);
  await send();
  expect(attempts).toHaveLength(1);
});

it('the data that an action sent is removed from memory after its page is unmounted', async () => {
  mount(<Page />);
  await send();
  attempts[0]?.resolve('');
  await expectText('Sent');
  expect(queryClient.getMutationCache().getAll()).toHaveLength(1);
  root.render('Another page');
  await waitFor(() => expect(queryClient.getMutationCache().getAll()).toEqual([]));
});

it('server errors about a field are shown at the form field', async () => {
  const showServerErrors = vi.fn(() => false);
  mount(<Page form={{ showServerErrors }} fieldNames={{ amountCents: 'amount' }} />);
  await send();
  const data = { httpStatus: 400, fields: { amountCents: 'Too much', reason: 'Too short' } };
  attempts[0]?.reject(Object.assign(new Error('Invalid'), { data }));
  await waitFor(() =>
    expect(showServerErrors).toHaveBeenCalledExactlyOnceWith({ amount: 'Too much', reason: 'Too short' }),
  );
});

it.each([
  { code: 'invalid_input', isShown: true, message: undefined },
  { code: 'invalid_input', isShown: false, message: 'Invalid' },
  { code: 'conflict', isShown: true, message: 'Invalid' },
])(
  'only conflicts and errors that no field shows are shown as a message ($code, shown at a field: $isShown)',
  async ({ code, isShown, message }) => {
    const showServerErrors = vi.fn(() => isShown);
    mount(<Page form={{ showServerErrors }} />);
    await send();
    const data = { httpStatus: 400, code, fields: { amount: 'Too much' } };
    attempts[0]?.reject(Object.assign(new Error('Invalid'), { data }));
    await waitFor(() => expect(showServerErrors).toHaveBeenCalledOnce());
    await waitFor(() => expect(document.querySelector('button')).toHaveTextContent(/^Send$/));
    expect(document.querySelector('[role="alert"]')?.textContent).toBe(message);
  },
);

it('the action navigates to the returned URL and stays pending until the browser has left', async () => {
  const leave = vi.spyOn(window.location, 'assign').mockReturnValue();
  mount(<Page redirectTo={(url) => url} />);
  await send();
  attempts[0]?.resolve('https://payments.test/');
  await waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith('https://payments.test/'));
  await expectText('Sending...');
  press(0);
  expect(attempts).toHaveLength(1);
});

it('the action does not navigate after the user has gone to another page', async () => {
  const leave = vi.spyOn(window.location, 'assign').mockReturnValue();
  mount(<Page redirectTo={(url) => url} />);
  await send();
  root.render('Another page');
  await expectText('Another page');
  // Unmounted components unsubscribe one task later.
  await new Promise(setImmediate);
  attempts[0]?.resolve('https://payments.test/');
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(leave).not.toHaveBeenCalled();
});

it('`leave` is called after success, but not if the user has already left the form', async () => {
  const onSuccess = vi.fn();
  const leave = vi.fn();
  mount(<Page onSuccess={onSuccess} leave={leave} />);
  await send();
  attempts[0]?.resolve('saved');
  await waitFor(() => expect(leave).toHaveBeenCalledExactlyOnceWith('saved'));

  await send();
  root.render('Another page');
  await expectText('Another page');
  // Unmounted components unsubscribe one task later.
  await new Promise(setImmediate);
  attempts[1]?.resolve('saved');
  await waitFor(() => expect(onSuccess).toHaveBeenCalledTimes(2));
  await new Promise(setImmediate);
  expect(leave).toHaveBeenCalledOnce();
});
