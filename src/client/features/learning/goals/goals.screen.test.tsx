import { randomUUID } from 'node:crypto';
import { waitFor, within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { createCoach } from '../../../../server/coaching/testing/asked-questions.ts';
import { createTestDeck } from '../../../../server/practice/testing/test-decks.ts';
import { addDays } from '../../../../shared/time-zone.ts';
import { openScreen, type Screen } from '../../../../testing/screen/open-screen.ts';
import { setUpTestApp, testPassword } from '../../../../testing/test-app.ts';
import { formatDate } from '../../../lib/format.ts';

const academy = setUpTestApp();
let screen: Screen;

async function pickDay(date: string) {
  const day = await screen.findByRole('button', { name: new RegExp(`^${formatDate(date)}`) });
  await waitFor(() => expect(day).toBeEnabled());
  await screen.user.click(day);
}

it('without results, the page invites the user to enter one instead of showing a chart', async () => {
  const student = await academy.createUser({ password: testPassword });
  screen = await openScreen(academy, '/goals', { as: student });
  await screen.findByRole('heading', { name: 'Nothing to draw yet' });
  expect(screen.queryByRole('img', { name: /of study/ })).toBeNull();
  await screen.user.click(screen.getByRole('button', { name: 'Enter a result' }));
  screen.fill(await screen.findByLabelText('Won or lost, dollars'), '25');
  await screen.user.click(screen.getByRole('button', { name: 'Save today' }));
  await screen.findByRole('img', { name: /Result \$25\.00 over 1 day\./ });
  expect(screen.queryByRole('heading', { name: 'Nothing to draw yet' })).toBeNull();
});

it('the return on a single tournament is shown with “1 tournament”, in the singular', async () => {
  const student = await academy.createUser({ password: testPassword });
  const { goals } = academy.caller(student);
  const { date } = (await goals.today()).day;
  await goals.save({ date, winLoss: 500, tournaments: 1, buyIns: 1_100 });
  screen = await openScreen(academy, '/goals', { as: student });
  await screen.findByText('1 tournament, $11.00 in buy-ins');
});

it('the button for the next month keeps the focus when the current month is reached', async () => {
  const student = await academy.createUser({ password: testPassword });
  screen = await openScreen(academy, '/goals', { as: student });
  await screen.user.click(await screen.findByRole('button', { name: /^Earlier: / }));
  const later = screen.getByRole('button', { name: /^Later: / });
  await screen.user.click(later);
  await waitFor(() => expect(later).toHaveAttribute('aria-disabled', 'true'));
  const label = later.getAttribute('aria-label');
  // The browser takes the focus from a button with the attribute `disabled`.
  expect(later).toBeEnabled();
  await screen.user.click(later);
  await screen.settle();
  expect(later).toHaveAccessibleName(label ?? '');
});

it('the form of a day without entries shows the goal that applied on that day, not today’s', async () => {
  const student = await academy.createUser({ password: testPassword });
  const { goals } = academy.caller(student);
  const { date } = (await goals.today()).day;
  const [empty, before] = [addDays(date, -1), addDays(date, -2)];
  await goals.save({ date: before, studyTimeGoal: 30 });
  await goals.save({ date, studyTimeGoal: 60 });
  screen = await openScreen(academy, `/goals?month=${empty.slice(0, 7)}`, { as: student });
  await screen.findByText('30 min');
  await pickDay(empty);
  expect(await screen.findByLabelText('Study goal, minutes')).toHaveValue('30');
  screen.fill(screen.getByLabelText('Hands played'), '100');
  await screen.user.click(screen.getByRole('button', { name: /^Save / }));
  await screen.readMessage('Day saved');
  expect(await goals.list({ from: empty, to: empty })).toMatchObject([{ studyTimeGoal: 30 }]);
});

it.each([
  ['a day without entries', 1, 60],
  ['a day of an earlier month', 40, 80],
])(
  'the form of %s shows a goal that was set before the days that are shown',
  async (_, daysAgo, setDaysAgo) => {
    const student = await academy.createUser({ password: testPassword });
    const { goals } = academy.caller(student);
    const { date } = (await goals.today()).day;
    const empty = addDays(date, -daysAgo);
    await goals.save({ date: addDays(date, -setDaysAgo), studyTimeGoal: 45 });
    screen = await openScreen(academy, `/goals?month=${empty.slice(0, 7)}`, { as: student });
    await pickDay(empty);
    expect(await screen.findByLabelText('Study goal, minutes')).toHaveValue('45');
  },
);

/** A student, today, and two days of the month before. */
async function studentWithMonth() {
  const student = await academy.createUser({ password: testPassword });
  const { goals } = academy.caller(student);
  const { date } = (await goals.today()).day;
  const month = addDays(`${date.slice(0, 7)}-01`, -1).slice(0, 7);
  return {
    student,
    goals,
    date,
    url: `/goals?month=${month}`,
    tenth: `${month}-10`,
    eleventh: `${month}-11`,
  };
}

it('a day that loads slowly does not replace the form of a day that was opened meanwhile', async () => {
  const { student, goals, url, tenth, eleventh } = await studentWithMonth();
  await goals.save({ date: eleventh, studyTimeGoal: 30 });
  screen = await openScreen(academy, url, { as: student });
  const release = screen.network.hold('goals.day');
  await pickDay(tenth);
  await pickDay(eleventh);
  screen.fill(await screen.findByLabelText('Hands played'), '100');
  release();
  await screen.settle();
  expect(screen.getByRole('dialog', { name: `How was ${formatDate(eleventh)}?` })).toBeVisible();
  expect(screen.getByLabelText('Hands played')).toHaveValue('100');
});

it('a day that loads slowly does not open over the form of today', async () => {
  const { student, url, tenth } = await studentWithMonth();
  screen = await openScreen(academy, url, { as: student });
  const release = screen.network.hold('goals.day');
  await pickDay(tenth);
  await screen.user.click(screen.getByRole('button', { name: 'Edit today' }));
  await screen.findByRole('dialog', { name: 'How was today?' });
  release();
  await screen.settle();
  expect(screen.queryByRole('dialog', { name: `How was ${formatDate(tenth)}?` })).toBeNull();
});

it('if two days are picked while they load, the second opens', async () => {
  const { student, url, tenth, eleventh } = await studentWithMonth();
  screen = await openScreen(academy, url, { as: student });
  const release = screen.network.hold('goals.day');
  await pickDay(tenth);
  await pickDay(eleventh);
  release();
  await screen.findByRole('dialog', { name: `How was ${formatDate(eleventh)}?` });
  await screen.settle();
  expect(screen.queryByRole('dialog', { name: `How was ${formatDate(tenth)}?` })).toBeNull();
});

it('today opens from the calendar without a request', async () => {
  const { student, date } = await studentWithMonth();
  screen = await openScreen(academy, '/goals', { as: student });
  screen.network.drop('goals.day');
  await pickDay(date);
  await screen.findByRole('dialog', { name: 'How was today?' });
});

it('a day with only drills is in the calendar and in the list', async () => {
  const coach = await createCoach(academy, await academy.createUser({ role: 'admin' }));
  const { drillId } = await createTestDeck(academy, coach);
  const student = await academy.createUser({ password: testPassword });
  const { drills, goals } = academy.caller(student);
  await drills.attempt({ id: randomUUID(), drillId, version: 1, chosen: 0, tookMs: 0, agoMs: 0 });
  const today = formatDate((await goals.today()).day.date);
  screen = await openScreen(academy, '/goals', { as: student });
  await screen.findByText(/^Streak of 1 day\./);
  expect(await screen.findByRole('button', { name: `${today}, 1 drill` })).toHaveClass('bg-primary-soft');
  const table = await screen.findByRole('table', { name: 'Study and results by day' });
  expect(within(table).getByText('1 drill')).toBeVisible();
  expect(screen.queryByText('No days yet')).toBeNull();
});

it('a file that Excel wrote in Windows-1252 is imported, and the accented letters of its note are right', async () => {
  const student = await academy.createUser({ password: testPassword });
  screen = await openScreen(academy, '/goals', { as: student });
  const csv = Buffer.from('date;notes\r\n2026-01-05;Müde gespielt\r\n', 'latin1');
  await screen.user.upload(await screen.findByLabelText('CSV file'), new File([csv], 'goals.csv'));
  await screen.findByText('1 day was imported.');
  const days = await academy.caller(student).goals.list({ from: '2026-01-05', to: '2026-01-05' });
  expect(days).toMatchObject([{ notes: 'Müde gespielt' }]);
});

it('if the response to saving a day is lost, the error says that the day may have been saved, and the day appears on the page', async () => {
  const student = await academy.createUser({ password: testPassword });
  screen = await openScreen(academy, '/goals', { as: student });
  await screen.user.click(await screen.findByRole('button', { name: 'Enter a result' }));
  screen.fill(await screen.findByLabelText('Won or lost, dollars'), '25');
  screen.network.changeResponse('goals.save', () => {
    throw new TypeError('Failed to fetch');
  });
  await screen.user.click(screen.getByRole('button', { name: 'Save today' }));
  await screen.findByText('The day may have been saved');
  await screen.findByRole('img', { name: /Result \$25\.00 over 1 day\./ });
});

it('a day that the server rejected is reported as not saved', async () => {
  const student = await academy.createUser({ password: testPassword });
  screen = await openScreen(academy, '/goals', { as: student });
  await screen.user.click(await screen.findByRole('button', { name: 'Enter a result' }));
  screen.fill(await screen.findByLabelText('Won or lost, dollars'), '25');
  screen.network.fail('goals.save', { status: 503, code: 'busy' });
  await screen.user.click(screen.getByRole('button', { name: 'Save today' }));
  await screen.findByText('Not saved');
});
