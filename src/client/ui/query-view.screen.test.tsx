import { useQuery } from '@tanstack/react-query';
import { waitFor, within } from '@testing-library/dom';
import { beforeEach, expect, it } from 'vitest';
import { renderWithQueries } from '../../testing/screen/render.tsx';
import { createQueryClient } from '../trpc.ts';
import { QueryView, type QueryViewProps } from './query-view.tsx';

const queryClient = createQueryClient();
/** Each request waits here until the test resolves or rejects it. */
let calls: { resolve: (list: string[]) => void; reject: (error: Error) => void }[];

beforeEach(() => {
  calls = [];
});

function List(props: Partial<QueryViewProps<string[]>>) {
  const query = useQuery<string[]>({
    queryKey: ['list'],
    queryFn: () => new Promise((resolve, reject) => calls.push({ resolve, reject })),
  });
  return (
    <QueryView query={query} skeleton="Loading" empty="Nothing yet" {...props}>
      {(list) => list.join(', ')}
    </QueryView>
  );
}

async function mount(props: Partial<QueryViewProps<string[]>> = {}): Promise<void> {
  renderWithQueries(<List {...props} />, queryClient);
  await waitFor(() => expect(calls).toHaveLength(1));
}

const expectText = (text: string) => waitFor(() => expect(document.body.textContent).toBe(text));
const button = (name: string) => within(document.body).findByRole('button', { name });

it('the data replaces the skeleton', async () => {
  await mount();
  await expectText('Loading');
  calls[0]?.resolve(['one', 'two']);
  await expectText('one, two');
});

it('an empty list shows the text for an empty list', async () => {
  await mount();
  calls[0]?.resolve([]);
  await expectText('Nothing yet');
});

it('after a failed request, the error says what failed and what is not lost, and a retry loads the data', async () => {
  await mount({ errorTitle: 'The list could not be loaded', note: 'Nothing is lost.' });
  calls[0]?.reject(new TypeError('Failed to fetch'));
  const alert = await within(document.body).findByRole('alert');
  expect(alert).toHaveTextContent('The list could not be loaded');
  expect(alert).toHaveTextContent('We could not reach the academy.');
  expect(alert).toHaveTextContent('Nothing is lost.');
  (await button('Try again')).click();
  await expectText('Loading');
  calls[1]?.resolve(['one']);
  await expectText('one');
});

it('an error without a title has no heading, only a message and a button', async () => {
  await mount();
  calls[0]?.reject(new Error('unknown'));
  const alert = await within(document.body).findByRole('alert');
  expect(within(alert).queryByRole('heading')).toBeNull();
  (await button('Try again')).click();
  await waitFor(() => expect(calls).toHaveLength(2));
  calls[1]?.resolve(['one']);
  await expectText('one');
});

it('loaded data stays visible while it is requested again, and after the new request fails', async () => {
  await mount();
  calls[0]?.resolve(['one']);
  await expectText('one');
  const reload = queryClient.invalidateQueries({ queryKey: ['list'] });
  await waitFor(() => expect(calls).toHaveLength(2));
  await expectText('one');
  calls[1]?.reject(new Error('unknown'));
  await reload;
  await expectText('one');
});
