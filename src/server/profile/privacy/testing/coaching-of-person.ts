import { randomUUID } from 'node:crypto';
import type { TestApp, TestUser } from '../../../../testing/test-app.ts';

/** The coach gives the user homework, and the user lets coaches see the hands in their brief. */
export async function insertCoachingOf(app: TestApp, user: TestUser, coach: TestUser): Promise<void> {
  await app
    .caller(coach)
    .coaching.setHomework({ id: randomUUID(), studentId: user.userId, text: 'Count the bluffs first.' });
  await app.caller(user).coaching.setShare({ block: 'hands', isShown: true });
}
