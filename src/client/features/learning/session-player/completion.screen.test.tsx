import { fireEvent, waitFor } from '@testing-library/dom';
import { expect, it } from 'vitest';
import type { AdminActor } from '../../../../server/actor.ts';
import { createTestProduct } from '../../../../server/payments/testing/purchases.ts';
import { coachedAcademy } from '../../../../testing/screen/coached-academy.ts';
import { frameOrigins } from './external-messages.ts';

const fixture = coachedAcademy();

async function playSession(productNumber: number) {
  const { id } = await createTestProduct(fixture.academy, fixture.admin as AdminActor, {
    type: 'session',
    productNumber,
    videoUrl: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
  });
  const screen = await fixture.open(`/coaching/${id}`, fixture.admin);
  await screen.user.click(await screen.findByRole('button', { name: /^Play/ }));
  const report = (info: object) =>
    fireEvent(
      window,
      new window.MessageEvent('message', {
        source: document.querySelector('iframe')?.contentWindow ?? null,
        origin: frameOrigins.youtube,
        data: JSON.stringify({ event: 'infoDelivery', info }),
      }),
    );
  report({ playerState: 1, currentTime: 1, duration: 600 });
  return { screen, report };
}

it('seeking to the end does not complete a session; playback past 90% does', async () => {
  const { screen, report } = await playSession(3);
  report({ currentTime: 599 });
  report({ playerState: 0, currentTime: 600 });
  await screen.settle();
  expect(screen.getByText('In progress')).toBeVisible();

  report({ playerState: 1, currentTime: 530 });
  for (const second of [534, 538, 542]) report({ currentTime: second });
  await screen.findByText(/^Completed on /);
});

it('if a seek skips the 90% mark, playing the rest to the end completes the session', async () => {
  const { screen, report } = await playSession(4);
  report({ currentTime: 533 });
  report({ currentTime: 543 });
  for (let second = 546; second < 598; second += 4) report({ currentTime: second });
  await screen.settle();
  expect(screen.getByText('In progress')).toBeVisible();
  report({ currentTime: 598.5 });
  await screen.findByText(/^Completed on /);
});

it('if the hands of a session cannot be loaded, the page says so', async () => {
  const { id } = await createTestProduct(fixture.academy, fixture.admin as AdminActor, {
    type: 'session',
    productNumber: 5,
  });
  const screen = await fixture.open('/profile', fixture.admin);
  const restore = screen.network.fail('hands.listAttached', { status: 500, code: 'internal' });
  await screen.goTo(`/coaching/${id}`);
  const failure = { name: 'The hands to play could not be loaded' };
  await screen.findByRole('heading', failure);
  restore();
  await screen.user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('heading', failure)).toBeNull());
});
