import { within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import type { AdminActor } from '../../../../server/actor.ts';
import {
  answer,
  answeredQuestion,
  askedQuestion,
  createCoach,
  verifiedStudent,
} from '../../../../server/coaching/testing/asked-questions.ts';
import { createTestProduct } from '../../../../server/payments/testing/purchases.ts';
import { undoSeconds } from '../../../../shared/coaching/answers.ts';
import { coachedAcademy } from '../../../../testing/screen/coached-academy.ts';

const fixture = coachedAcademy();
/** After this time, the coach can no longer take an answer back, and the student can read it. */
const undoMs = undoSeconds * 1_000;

it('an answered question opens read-only', async () => {
  const id = await answeredQuestion(fixture.academy, await verifiedStudent(fixture.academy), fixture.coach);
  fixture.academy.clock.advance(undoMs);
  const desk = await fixture.open(`/coach?question=${id}`, fixture.coach);
  await desk.findByText(answer.reason);
  await desk.findByText(/A smaller bet keeps worse hands in/);
  expect(desk.queryByRole('textbox', { name: 'The reason' })).toBeNull();
  expect(desk.getByRole('button', { name: 'Back to the questions' })).toBeVisible();
});

it('a coach can read an open question without claiming it, and claims it with a button, unless another coach has claimed it', async () => {
  const { academy, admin, coach } = fixture;
  const id = await askedQuestion(academy, await verifiedStudent(academy));
  const claimedBy = async () => (await academy.caller(coach).questions.getForCoach({ id })).claimedByName;
  const desk = await fixture.open(`/coach?view=read&question=${id}`, coach);
  await desk.findByRole('heading', { name: 'Is a raise ever right?' });
  expect(desk.queryByRole('textbox', { name: 'The reason' })).toBeNull();
  await desk.settle();
  expect(await claimedBy()).toBeNull();
  await desk.user.click(desk.getByRole('button', { name: 'Answer this question' }));
  await desk.findByRole('textbox', { name: 'The reason' });
  expect(await claimedBy()).toBe('Mara Ellis');
  await desk.close();

  const other = await createCoach(academy, admin, 'Sam Reed');
  const second = await fixture.open(`/coach?view=read&question=${id}`, other);
  await second.findByText('Mara Ellis is answering this question');
  expect(second.queryByRole('button', { name: 'Answer this question' })).toBeNull();
  await second.user.click(second.getByRole('button', { name: 'Back to the questions' }));
  await second.findByRole('region', { name: 'Open questions' });
});

it('the page of a question that was withdrawn or cannot be loaded has a button back to the list of questions', async () => {
  const { academy, coach } = fixture;
  const student = await verifiedStudent(academy);
  const id = await askedQuestion(academy, student);
  await academy.caller(student).questions.withdraw({ id });
  const desk = await fixture.open(`/coach?view=read&question=${id}`, coach);
  await desk.findByRole('heading', { name: 'You cannot answer this question' });
  expect(desk.queryByRole('button', { name: 'Try again' })).toBeNull();
  await desk.user.click(desk.getByRole('button', { name: 'Back to the questions' }));
  await desk.findByRole('region', { name: 'Open questions' });

  const other = await askedQuestion(academy, student);
  desk.network.fail('questions.getForCoach', { status: 500, code: 'internal' });
  await desk.goTo(`/coach?view=read&question=${other}`);
  await desk.findByRole('button', { name: 'Try again' });
  expect(desk.getByRole('button', { name: 'Back to the questions' })).toBeVisible();
});

it('an answered question that is opened again shows the rating that the student has given meanwhile', async () => {
  const { academy, coach } = fixture;
  const student = await verifiedStudent(academy);
  const id = await answeredQuestion(academy, student, coach);
  academy.clock.advance(undoMs);
  const desk = await fixture.open(`/coach?question=${id}`, coach);
  await desk.findByText(answer.reason);
  window.history.pushState(null, '', '/coach?view=students');
  await desk.findByRole('heading', { name: 'Your students' });
  const asked = academy.caller(student).questions;
  await asked.revealAnswer({ id, choice: null });
  await asked.rate({ id, helpful: 2 });
  window.history.pushState(null, '', `/coach?question=${id}`);
  await desk.findByText('The student’s rating: Somewhat');
});

it('coaches see the decision, leak, lesson and rating of an answered question, and who is answering a reopened one', async () => {
  const { academy, admin, coach } = fixture;
  const student = await verifiedStudent(academy);
  const id = await askedQuestion(academy, student);
  const session = await createTestProduct(academy, admin as AdminActor, {
    type: 'session',
    productNumber: 4,
    title: 'Reading rivers',
    videoUrl: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
  });
  const { questions } = academy.caller(coach);
  await questions.claim({ id });
  await questions.answer({ id, ...answer, place: { kind: 'session', id: session.id, atSeconds: 90 } });
  academy.clock.advance(undoMs);
  const asked = academy.caller(student).questions;
  await asked.revealAnswer({ id, choice: null });
  await asked.rate({ id, helpful: 2 });
  const desk = await fixture.open(`/coach?question=${id}`, coach);
  const given = within(await desk.findByRole('region', { name: 'Earlier answer' }));
  expect(desk.getByText('The decision:').parentElement).toHaveTextContent('Hero calls 24 bb');
  given.getByText(/^Leak: /);
  given.getByRole('link', { name: /Reading rivers, 1:30$/ });
  desk.getByText('The student’s rating: Somewhat');
  await desk.close();

  await asked.reopen({ id, text: 'And what about a raise on the turn?' });
  await questions.claim({ id });
  const other = await fixture.open(`/coach?question=${id}`, await createCoach(academy, admin, 'Sam Reed'));
  await other.findByText('Mara Ellis is answering this question.');
});
