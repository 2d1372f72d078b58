import { fireEvent, waitFor, within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { answeredStudent, verifiedStudent } from '../../../../server/coaching/testing/asked-questions.ts';
import { undoSeconds } from '../../../../shared/coaching/answers.ts';
import { coachedAcademy } from '../../../../testing/screen/coached-academy.ts';

const fixture = coachedAcademy();

it('a student hides a block of the brief, and the coach no longer sees it', async () => {
  const student = await answeredStudent(fixture.academy, fixture.coach);
  const page = await fixture.open('/profile/brief', student);
  const questionsSwitch = await page.findByRole('switch', { name: 'Shown to coaches: Questions' });
  expect(questionsSwitch).toBeChecked();
  expect(page.getByRole('switch', { name: 'Shown to coaches: Stakes and results' })).not.toBeChecked();
  const restore = page.network.fail('coaching.setShare', { status: 500, code: 'internal' });
  await page.user.click(questionsSwitch);
  await page.findByText('Your choice was not saved');
  await waitFor(() => expect(questionsSwitch).toBeChecked());
  restore();
  await page.user.click(questionsSwitch);
  await waitFor(() => expect(questionsSwitch).not.toBeChecked());
  await page.close();

  const desk = await fixture.open('/coach?view=students', fixture.coach);
  await desk.user.click(await desk.findByRole('link', { name: 'Dana W.' }));
  await desk.findByRole('heading', { level: 1, name: 'Dana W.' });
  // The questions, and the two blocks that are hidden by default: hands, and stakes and results.
  expect(await desk.findAllByText('The student has hidden this.')).toHaveLength(3);
  expect(desk.queryByRole('switch')).toBeNull();
});

it('the page with a student’s brief opens neither for a coach who does not teach the student nor for the student', async () => {
  const student = await verifiedStudent(fixture.academy);
  const path = `/coach/students/${student.userId}`;
  const desk = await fixture.open(path, fixture.coach);
  await desk.findByRole('heading', { name: 'This is not one of your students' });
  await desk.close();
  const page = await fixture.open(path, student);
  await page.findByRole('heading', { name: 'Only coaches can open this page' });
});

it('the brief links to the answer to an earlier question, which the coach can open', async () => {
  const student = await answeredStudent(fixture.academy, fixture.coach);
  fixture.academy.clock.advance(undoSeconds * 1_000);
  const desk = await fixture.open(`/coach/students/${student.userId}`, fixture.coach);
  const questions = within(await desk.findByRole('region', { name: 'Questions' }));
  await desk.user.click(questions.getByRole('link'));
  await desk.findByRole('region', { name: 'Earlier answer' });
});

it('a coach sets homework, which the student ticks off', async () => {
  const student = await answeredStudent(fixture.academy, fixture.coach);
  const desk = await fixture.open(`/coach/students/${student.userId}`, fixture.coach);
  const text = await desk.findByRole('textbox', { name: 'What should the student do?' });
  const send = () => desk.user.click(desk.getByRole('button', { name: 'Set the homework' }));
  await send();
  await desk.findByText('Say what the student should do');
  desk.fill(text, 'Read the session about the river once more.');
  const restore = desk.network.fail('coaching.setHomework', { status: 503, code: 'busy' });
  await send();
  await desk.findByText('The homework was not set');
  restore();
  await send();
  await desk.findByText('Homework set');
  await waitFor(() => expect(text).toHaveValue(''));
  await desk.findByText('Read the session about the river once more.');
  await desk.findByRole('button', { name: /^Withdraw/ });
  await desk.close();

  const page = await fixture.open('/profile/brief', student);
  await page.findByText('Open · Mara Ellis');
  await page.user.click(page.getAllByRole('link', { name: 'Practice' })[0] ?? document.body);
  const tick = await page.findByRole('checkbox', { name: /Read the session about the river/ });
  await page.user.click(tick);
  await waitFor(() => expect(tick).toBeChecked());
  await waitFor(() => expect(page.getByRole('heading', { name: 'Homework' })).toHaveFocus());
  await waitFor(async () => {
    const [homework] = await fixture.academy.caller(student).coaching.homework();
    expect(homework?.doneAt).not.toBeNull();
  });
  fireEvent.click(page.getAllByRole('link', { name: 'Questions', hidden: true })[0] ?? document.body);
  await page.user.click(await page.findByRole('link', { name: 'What a coach sees about you' }));
  await page.findByText(/^Done on .* · Mara Ellis$/);
});

it('a coach can withdraw homework that they just set for a student who hides homework from coaches', async () => {
  const student = await answeredStudent(fixture.academy, fixture.coach);
  const { coaching } = fixture.academy.caller(student);
  await coaching.setShare({ block: 'homework', isShown: false });
  const desk = await fixture.open(`/coach/students/${student.userId}`, fixture.coach);
  desk.fill(await desk.findByRole('textbox', { name: 'What should the student do?' }), 'Meant for another.');
  await desk.user.click(desk.getByRole('button', { name: 'Set the homework' }));
  await desk.user.click(await desk.findByRole('button', { name: 'Withdraw: Meant for another.' }));
  await desk.findByText('Homework withdrawn');
  await waitFor(() => expect(desk.queryByRole('button', { name: /^Withdraw/ })).toBeNull());
  expect(await coaching.homework()).toEqual([]);
});

it('homework is set only once, even if it is sent again after a lost response and a reload', async () => {
  const student = await answeredStudent(fixture.academy, fixture.coach);
  const desk = await fixture.open(`/coach/students/${student.userId}`, fixture.coach);
  const findField = () => desk.findByRole('textbox', { name: 'What should the student do?' });
  desk.fill(await findField(), 'Read chapter 1.');
  const restore = desk.network.changeResponse('coaching.setHomework', () => {
    throw new TypeError('Failed to fetch');
  });
  const send = () => desk.user.click(desk.getByRole('button', { name: 'Set the homework' }));
  await send();
  await desk.findByText('The homework may have been set');
  await desk.settle();
  restore();
  await desk.reload();
  expect(await findField()).toHaveValue('Read chapter 1.');
  await send();
  await desk.findByText('Homework set');
  expect(await fixture.academy.caller(student).coaching.homework()).toHaveLength(1);
});

it('what a coach types while homework is being sent stays in the form', async () => {
  const student = await answeredStudent(fixture.academy, fixture.coach);
  const desk = await fixture.open(`/coach/students/${student.userId}`, fixture.coach);
  const field = await desk.findByRole('textbox', { name: 'What should the student do?' });
  desk.fill(field, 'Read chapter 1.');
  const release = desk.network.hold('coaching.setHomework');
  await desk.user.click(desk.getByRole('button', { name: 'Set the homework' }));
  desk.fill(field, 'Read chapter 1. Then play 200 hands.');
  release();
  await desk.findByText('Homework set');
  await desk.settle();
  expect(field).toHaveValue('Read chapter 1. Then play 200 hands.');
});

it('homework cannot be due before the student’s current day, and the error is shown once, at the field of the due day', async () => {
  const student = await answeredStudent(fixture.academy, fixture.coach);
  const { day } = await fixture.academy.caller(fixture.coach).coaching.brief({ studentId: student.userId });
  const desk = await fixture.open(`/coach/students/${student.userId}`, fixture.coach);
  desk.fill(await desk.findByRole('textbox', { name: 'What should the student do?' }), 'Read chapter 1.');
  const due = desk.getByLabelText(/^Due on/);
  expect(due).toHaveAttribute('min', day);
  desk.fill(due, '2026-01-01');
  await desk.user.click(desk.getByRole('button', { name: 'Set the homework' }));
  await waitFor(() => expect(due).toHaveFocus());
  await desk.settle();
  expect(desk.getAllByText(/^The student’s date is /)).toHaveLength(1);
  expect(desk.queryByText('The homework was not set')).toBeNull();
});

it('when a coach withdraws homework, the heading “Homework” takes the focus', async () => {
  const student = await answeredStudent(fixture.academy, fixture.coach);
  const desk = await fixture.open(`/coach/students/${student.userId}`, fixture.coach);
  const field = await desk.findByRole('textbox', { name: 'What should the student do?' });
  desk.fill(field, 'Read chapter 1.');
  await desk.user.click(desk.getByRole('button', { name: 'Set the homework' }));
  await desk.user.click(await desk.findByRole('button', { name: 'Withdraw: Read chapter 1.' }));
  await waitFor(() => expect(desk.queryByRole('button', { name: /^Withdraw/ })).toBeNull());
  await waitFor(() => expect(desk.getByRole('heading', { name: 'Homework' })).toHaveFocus());
});

it('after a lost response, sending the same text again sets no second piece of homework, but sending a changed text does', async () => {
  const student = await answeredStudent(fixture.academy, fixture.coach);
  const desk = await fixture.open(`/coach/students/${student.userId}`, fixture.coach);
  const text = await desk.findByRole('textbox', { name: 'What should the student do?' });
  const send = async () => desk.user.click(await desk.findByRole('button', { name: 'Set the homework' }));
  const stored = async () =>
    (await fixture.academy.caller(student).coaching.homework()).map((homework) => homework.text);
  const lose = () =>
    desk.network.changeResponse('coaching.setHomework', () => {
      throw new TypeError('Failed to fetch');
    });
  desk.fill(text, 'Read chapter 1.');
  let restore = lose();
  await send();
  await desk.findByText('The homework may have been set');
  restore();
  await send();
  await desk.findByText('Homework set');
  await waitFor(() => expect(text).toHaveValue(''));
  expect(await stored()).toEqual(['Read chapter 1.']);

  desk.fill(text, 'Read chapter 2.');
  restore = lose();
  await send();
  await desk.findByText('The homework may have been set');
  restore();
  desk.fill(text, 'Read chapters 2 and 3.');
  await send();
  await waitFor(() => expect(text).toHaveValue(''));
  expect(await stored()).toEqual(['Read chapter 1.', 'Read chapter 2.', 'Read chapters 2 and 3.']);
});
