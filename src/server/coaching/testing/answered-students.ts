import type { TestApp, TestUser } from '../../../testing/test-app.ts';
import { answeredQuestion, verifiedStudent } from './asked-questions.ts';

/** Creates a student whose question the coach has answered. */
export async function answeredStudent(app: TestApp, coach: TestUser): Promise<TestUser> {
  const student = await verifiedStudent(app);
  await answeredQuestion(app, student, coach);
  return student;
}
