import { waitFor, within } from '@testing-library/dom';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import {
  answer,
  askedQuestion,
  createCoach,
  verifiedStudent,
} from '../../../../server/coaching/testing/asked-questions.ts';
import { openScreen, type Screen } from '../../../../testing/screen/open-screen.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../../testing/test-app.ts';
import { tinyOggClip } from '../../../../testing/tiny-clip.ts';

let academy: TestApp;
let coach: TestUser;
let screen: Screen | undefined;

beforeAll(async () => {
  academy = await createTestApp();
  coach = await createCoach(academy, await academy.createUser({ role: 'admin' }));
});
afterEach(async () => {
  await screen?.close();
  screen = undefined;
});
afterAll(() => academy.close());

const clip = (bytes: Buffer) => new File([new Uint8Array(bytes)], 'clip.ogg', { type: 'audio/ogg' });

it('a coach without a microphone sends an audio file, which the student plays', async () => {
  const student = await verifiedStudent(academy);
  const id = await askedQuestion(academy, student);
  const desk = await openScreen(academy, `/coach?case=${id}`, { as: coach });
  screen = desk;
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
  const [weight] = desk.getAllByRole('textbox', { name: 'Weight' });
  if (weight) desk.fill(weight, '80');
  await desk.user.click(desk.getByRole('button', { name: 'Send the answer' }));
  await desk.findByText('Answer sent');
  await desk.close();

  academy.clock.advance(10_000);
  await academy.caller(student).questions.tryAgain({ id, choice: null });
  const page = await openScreen(academy, `/questions/${id}`, { as: student });
  screen = page;
  const card = await page.findByRole('region', { name: 'Answer of Mara Ellis' });
  await within(card).findByText('Voice clip of Mara Ellis, 0:42');
  const player = within(card).getByLabelText('Voice clip of Mara Ellis');
  expect(player).not.toHaveAttribute('autoplay');
  await waitFor(() => expect(player.getAttribute('src')).toMatch(/^\/api\/questions\/clips\//));
  await within(card).findByText('Fold, and smile.');
});
