import { fireEvent, waitFor, within } from '@testing-library/dom';
import { afterEach, expect, it, vi } from 'vitest';
import {
  answer,
  askedQuestion,
  verifiedStudent,
} from '../../../../server/coaching/testing/asked-questions.ts';
import { coachedAcademy } from '../../../../testing/screen/coached-academy.ts';
import { tinyOggClip } from '../../../../testing/tiny-clip.ts';

const fixture = coachedAcademy();

afterEach(() => {
  vi.unstubAllGlobals();
});

const clip = (bytes: Buffer) => new File([new Uint8Array(bytes)], 'clip.ogg', { type: 'audio/ogg' });

it('a coach whose browser cannot record sends an audio file, which the student plays', async () => {
  const student = await verifiedStudent(fixture.academy);
  const id = await askedQuestion(fixture.academy, student);
  const desk = await fixture.open(`/coach?question=${id}`, fixture.coach);
  await desk.user.click(await desk.findByRole('button', { name: 'Record a clip' }));
  await desk.findByText('This browser cannot record. Choose an audio file instead.');
  const choose = (bytes: Buffer) => desk.user.upload(desk.getByLabelText('Audio file'), clip(bytes));
  await choose(tinyOggClip(200));
  await desk.findByText(/longer than three minutes/);
  await choose(tinyOggClip(42));
  await desk.findByLabelText('Your voice clip');
  desk.fill(desk.getByRole('textbox', { name: /^What you say/ }), 'Fold, and smile.');
  await desk.reload();
  await desk.findByLabelText('Your voice clip');
  expect(desk.getByRole('textbox', { name: /^What you say/ })).toHaveValue('Fold, and smile.');
  desk.fill(desk.getByRole('textbox', { name: 'The reason' }), answer.reason);
  for (const weight of desk.getAllByRole('textbox', { name: 'Weight' })) desk.fill(weight, '80');
  await desk.user.click(desk.getByRole('button', { name: 'Send the answer' }));
  await desk.findByText('Answer sent');
  await desk.close();

  // Students see an answer only after the coach can no longer undo it.
  fixture.academy.clock.advance(10_000);
  await fixture.academy.caller(student).questions.revealAnswer({ id, choice: null });
  const page = await fixture.open(`/questions/${id}`, student);
  const card = await page.findByRole('region', { name: 'Answer from Mara Ellis' });
  await within(card).findByText('Voice clip of Mara Ellis, 0:42');
  const player = within(card).getByLabelText('Voice clip of Mara Ellis');
  expect(player).not.toHaveAttribute('autoplay');
  await waitFor(() => expect(player.getAttribute('src')).toMatch(/^\/api\/questions\/clips\//));
  await within(card).findByText('Fold, and smile.');

  const play = vi.fn(() => Promise.resolve());
  Object.assign(player, { load: () => undefined, play });
  const reconnect = page.network.drop(player.getAttribute('src') ?? '');
  fireEvent.error(player);
  await within(card).findByText('The voice clip could not be loaded. Check your connection.');
  reconnect();
  await page.user.click(within(card).getByRole('button', { name: 'Try again' }));
  expect(within(card).queryByRole('alert')).toBeNull();
  expect(play).toHaveBeenCalledOnce();
  await fixture.academy.deps.db.deleteFrom('sessions').where('user_id', '=', student.userId).execute();
  fireEvent.error(player);
  await within(card).findByText('You are logged out. Please log in again.');
});

it('a recording that a button started does not end when the M key is released', async () => {
  let isAllowed = false;
  vi.stubGlobal(
    'MediaRecorder',
    class {
      static isTypeSupported = () => true;
      start() {}
      stop() {}
    },
  );
  const id = await askedQuestion(fixture.academy, await verifiedStudent(fixture.academy));
  const desk = await fixture.open(`/coach?question=${id}`, fixture.coach);
  Object.defineProperty(navigator, 'mediaDevices', {
    configurable: true,
    value: {
      getUserMedia: () =>
        isAllowed ? { getTracks: () => [] } : Promise.reject(new DOMException('', 'NotAllowedError')),
    },
  });
  await desk.findByRole('button', { name: 'Record a clip' });
  await desk.user.keyboard('{m>}');
  await desk.findByText(/The browser does not allow the microphone/);
  await desk.user.keyboard('{/m}');
  isAllowed = true;
  await desk.user.click(desk.getByRole('button', { name: 'Record a clip' }));
  await desk.findByText('Recording');
  await desk.user.keyboard('m');
  await desk.findByText('Recording');
  await desk.user.type(desk.getByRole('textbox', { name: 'The reason' }), 'm');
  await desk.findByText('Recording');
  await desk.user.click(desk.getByRole('button', { name: 'Stop and keep' }));
  await desk.findByRole('button', { name: 'Record a clip' });
});

/** Opens a question with a written answer. @returns `deliver`, which ends a recording and delivers its clip */
async function openWithMicrophone() {
  let recorder: { onstop?: () => void; ondataavailable?: (event: { data: Blob }) => void } = {};
  vi.stubGlobal(
    'MediaRecorder',
    class {
      static isTypeSupported = () => true;
      onstop?: () => void;
      constructor() {
        recorder = this;
      }
      start() {}
      stop() {}
    },
  );
  const id = await askedQuestion(fixture.academy, await verifiedStudent(fixture.academy));
  const desk = await fixture.open(`/coach?question=${id}`, fixture.coach);
  Object.defineProperty(navigator, 'mediaDevices', {
    configurable: true,
    value: { getUserMedia: () => ({ getTracks: () => [] }) },
  });
  desk.fill(await desk.findByRole('textbox', { name: 'The reason' }), answer.reason);
  for (const weight of desk.getAllByRole('textbox', { name: 'Weight' })) desk.fill(weight, '80');
  const deliver = () => {
    recorder.ondataavailable?.({ data: clip(tinyOggClip(42)) });
    recorder.onstop?.();
  };
  return { desk, deliver };
}

it('a recording ends if the microphone is disconnected, and the answer is not sent before the clip is stored', async () => {
  const { desk, deliver } = await openWithMicrophone();
  await desk.user.click(desk.getByRole('button', { name: 'Record a clip' }));
  await desk.findByText('Recording');
  await desk.user.click(desk.getByRole('button', { name: 'Send the answer' }));
  await desk.findByText('The answer was not sent, because its clip is not stored yet.');
  expect(desk.network.sent.join()).not.toContain('questions.answer');
  deliver();
  await desk.findByLabelText('Your voice clip');
  expect(desk.queryByText(/its clip is not stored yet/)).toBeNull();
  await desk.user.click(desk.getByRole('button', { name: 'Remove the clip' }));
  await desk.findByRole('button', { name: 'Record a clip' });
});

it('a recording that could not be stored is kept until it is stored or discarded', async () => {
  const { desk, deliver } = await openWithMicrophone();
  const send = () => desk.user.click(desk.getByRole('button', { name: 'Send the answer' }));
  let restore = desk.network.fail('kyc.secureDocument', { status: 500, code: 'internal' });
  await desk.user.click(desk.getByRole('button', { name: 'Record a clip' }));
  await desk.user.click(await desk.findByRole('button', { name: 'Stop and keep' }));
  await waitFor(() => expect(desk.getByRole('group', { name: /^Voice clip/ })).toHaveFocus());
  // The recorder has not delivered the clip yet.
  await send();
  await desk.findByText('The answer was not sent, because its clip is not stored yet.');
  deliver();
  await desk.findByRole('button', { name: 'Store the clip again' });
  await send();
  expect(desk.network.sent.join()).not.toContain('questions.answer');

  await desk.user.click(desk.getByRole('button', { name: 'Back, keep the question' }));
  const question = within(await desk.findByRole('dialog', { name: /^Leave and discard/ }));
  await question.findByText('The voice clip is not stored yet, so it would be lost.');
  await desk.user.click(question.getByRole('button', { name: 'Keep editing' }));
  restore();
  // An admin revokes the coach’s rights, and later restores them.
  restore = desk.network.fail('kyc.requestUpload', {
    status: 403,
    code: 'coach_only',
    message: 'Only coaches can open this',
  });
  await desk.user.click(await desk.findByRole('button', { name: 'Store the clip again' }));
  await desk.findByText(/Only coaches can open this/);
  restore();
  await desk.user.click(await desk.findByRole('button', { name: 'Store the clip again' }));
  await desk.findByLabelText('Your voice clip');
  expect(desk.queryByText(/its clip is not stored yet/)).toBeNull();
});
