import { expect, it } from 'vitest';
import { dayMs } from '../../shared/durations.ts';
import { setUpTestApp } from '../../testing/test-app.ts';
import {
  askedQuestion,
  createCoach,
  grantQuestions,
  noon,
  verifiedStudent,
} from './testing/asked-questions.ts';

const app = setUpTestApp();

it('coaches see how many questions the student asked in 30 days, without those that the student withdrew', async () => {
  app.clock.set(noon);
  const admin = await app.createUser({ role: 'admin' });
  const coach = await createCoach(app, admin);
  const student = await verifiedStudent(app);
  await grantQuestions(app, admin, student, 4);
  await askedQuestion(app, student);
  app.clock.advance(30 * dayMs);
  await askedQuestion(app, student);
  const { questions } = app.caller(student);
  await questions.withdraw({ id: await askedQuestion(app, student) });
  app.clock.advance(1);
  const id = await askedQuestion(app, student);
  expect(await app.caller(coach).questions.getForCoach({ id })).toMatchObject({
    student: { recentQuestions: 2 },
  });
});
