import { observable } from '@trpc/server/observable';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { interceptor } from '../trpc.ts';
import { fetchWithStepUp } from './fetch-with-step-up.ts';
import { currentStepUp, subscribeToStepUp, subscribeToStepUpAndSignIn } from './step-up.ts';

const stepUpRequired = () =>
  Response.json({ message: 'Please confirm', code: 'step_up_required' }, { status: 403 });
let leave: () => void;
let isConfirmed: boolean;

beforeEach(() => {
  isConfirmed = false;
  leave = subscribeToStepUp(() => undefined);
  vi.stubGlobal('fetch', async () => (isConfirmed ? new Response('the file') : stepUpRequired()));
});
afterEach(() => {
  leave();
  vi.unstubAllGlobals();
});

async function answerPrompt(confirmed: boolean): Promise<void> {
  await expect.poll(() => currentStepUp()).toBeDefined();
  isConfirmed = confirmed;
  currentStepUp()?.answer(confirmed);
}

it('requests are repeated after the user has reauthenticated, and concurrent requests share one prompt', async () => {
  const files = [fetchWithStepUp('/a'), fetchWithStepUp('/b')];
  await answerPrompt(true);
  for (const file of files) expect(await (await file).text()).toBe('the file');
  expect(currentStepUp()).toBeUndefined();
});

it('the 403 response is returned if the user dismisses the prompt or leaves its page, or if no page can show it', async () => {
  const closed = fetchWithStepUp('/a');
  await answerPrompt(false);
  expect((await closed).status).toBe(403);
  const left = fetchWithStepUp('/a');
  await expect.poll(() => currentStepUp()).toBeDefined();
  leave();
  expect((await left).status).toBe(403);
  expect((await fetchWithStepUp('/a')).status).toBe(403);
  expect(currentStepUp()).toBeUndefined();
});

it('a request rejected for another reason shows no prompt', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ code: 'forbidden' }, { status: 403 }));
  expect((await fetchWithStepUp('/a')).status).toBe(403);
  expect(currentStepUp()).toBeUndefined();
});

it('a tRPC call is repeated after the user has reauthenticated, and rejected if the user dismisses the prompt', async () => {
  const rejection = { data: { code: 'step_up_required' } };
  const next = () =>
    observable((observer) => (isConfirmed ? observer.next('done') : observer.error(rejection as never)));
  const call = () => {
    const observer = { next: vi.fn(), error: vi.fn(), complete: vi.fn() };
    interceptor.current?.({ op: {}, next } as never).subscribe(observer);
    return observer;
  };
  const proven = call();
  await answerPrompt(true);
  await expect.poll(() => proven.next).toHaveBeenCalledExactlyOnceWith('done');
  expect(proven.error).not.toHaveBeenCalled();
  isConfirmed = false;
  const closed = call();
  await answerPrompt(false);
  await expect.poll(() => closed.error).toHaveBeenCalledExactlyOnceWith(rejection);
  expect(closed.next).not.toHaveBeenCalled();
});

it('on a page that offers a sign-in, a mutation without a session waits for the sign-in', async () => {
  const next = () =>
    observable((observer) =>
      isConfirmed ? observer.next('saved') : observer.error({ data: { code: 'not_signed_in' } } as never),
    );
  const send = (type: string) => {
    const observer = { next: vi.fn(), error: vi.fn(), complete: vi.fn() };
    interceptor.current?.({ op: { type }, next } as never).subscribe(observer);
    return observer;
  };
  const elsewhere = send('mutation');
  await expect.poll(() => elsewhere.error).toHaveBeenCalledOnce();
  const leaveEditor = subscribeToStepUpAndSignIn(() => undefined);
  const read = send('query');
  await expect.poll(() => read.error).toHaveBeenCalledOnce();
  const saved = send('mutation');
  await expect.poll(() => currentStepUp()?.kind).toBe('sign_in');
  await answerPrompt(true);
  await expect.poll(() => saved.next).toHaveBeenCalledExactlyOnceWith('saved');
  leaveEditor();
});

it('if the session ends while the password prompt is open, the prompt becomes a sign-in, after which all waiting calls are repeated', async () => {
  const leaveEditor = subscribeToStepUpAndSignIn(() => undefined);
  const send = (path: string, code: string) => {
    const next = () =>
      observable((observer) =>
        isConfirmed ? observer.next('done') : observer.error({ data: { code } } as never),
      );
    const observer = { next: vi.fn(), error: vi.fn(), complete: vi.fn() };
    interceptor.current?.({ op: { type: 'mutation', path }, next } as never).subscribe(observer);
    return observer;
  };
  const guarded = send('admin.settings.update', 'step_up_required');
  await expect.poll(() => currentStepUp()?.kind).toBe('confirm');
  const replaced = currentStepUp();
  const confirmation = send('security.confirmIdentity', 'not_signed_in');
  const saved = send('notes.save', 'not_signed_in');
  await expect.poll(() => currentStepUp()?.kind).toBe('sign_in');
  expect(currentStepUp()?.id).not.toBe(replaced?.id);
  replaced?.answer(true);
  expect(currentStepUp()?.kind).toBe('sign_in');

  await answerPrompt(true);
  for (const call of [guarded, saved]) {
    await expect.poll(() => call.next).toHaveBeenCalledExactlyOnceWith('done');
  }
  // The confirmation itself is not repeated: its password and code must not be sent a second time.
  await expect.poll(() => confirmation.error).toHaveBeenCalledOnce();
  expect(confirmation.next).not.toHaveBeenCalled();
  leaveEditor();
});
