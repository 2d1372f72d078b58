import type { TestApp, TestUser } from '../../../testing/test-app.ts';
import { answer, askedQuestion, verifiedStudent } from './asked-questions.ts';

/** A student whom the coach has answered. */
export async function answeredStudent(app: TestApp, coach: TestUser): Promise<TestUser> {
  const student = await verifiedStudent(app);
  const id = await askedQuestion(app, student);
  await app.caller(coach).questions.claim({ id });
  await app.caller(coach).questions.answer({ id, ...answer });
  return student;
}
