import { within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { returnLateQuestions } from '../../../server/coaching/late-questions.operations.ts';
import { askedQuestion, verifiedStudent } from '../../../server/coaching/testing/asked-questions.ts';
import { hourMs } from '../../../shared/durations.ts';
import { coachedAcademy } from '../../../testing/screen/coached-academy.ts';

const fixture = coachedAcademy();

async function lateQuestion() {
  const { academy } = fixture;
  const student = await verifiedStudent(academy);
  const id = await askedQuestion(academy, student);
  academy.clock.advance(73 * hourMs);
  await returnLateQuestions(academy.deps);
  return { student, id };
}

it('if a coach returns a late question, both pages say that the student already got another question in its place', async () => {
  const { student, id } = await lateQuestion();
  const desk = await fixture.open(`/coach?question=${id}`, fixture.coach);
  await desk.user.click(await desk.findByRole('button', { name: 'Return to the student...' }));
  const dialog = within(await desk.findByRole('dialog', { name: 'Return this question?' }));
  expect(dialog.getByText(/^The student sees the reason\./)).toHaveTextContent(
    'The student sees the reason. The student already got another question in its place, because the answer was late.',
  );
  await desk.user.selectOptions(dialog.getByRole('combobox', { name: 'Reason' }), 'unclear');
  await desk.user.click(dialog.getByRole('button', { name: 'Return the question' }));
  await desk.readMessage('Question returned');
  await desk.close();

  const page = await fixture.open(`/questions/${id}`, student);
  await page.findByText('You already got another question in its place, because the answer was late.');
  await page.findByText(
    'This question does not count as one of your questions. You already got another one in its place, because the answer was late.',
  );
  expect(page.queryByText(/You can ask another/)).toBeNull();
});

it('if the hand of a late question was deleted, the page says that the student already got another question in its place', async () => {
  const { academy } = fixture;
  const { student, id } = await lateQuestion();
  const { handId } = await academy.caller(student).questions.get({ id });
  await academy.caller(student).hands.remove({ ids: [handId ?? ''] });
  const page = await fixture.open(`/questions/${id}`, student);
  await page.findByText(
    'Nobody can answer this question now. You already got another one in its place, because the answer was late.',
  );
});
