import { sql } from 'kysely';
import { openStatuses } from '../../../shared/coaching/question-status.ts';
import { canLogIn } from './can-log-in.ts';

const isOpen = sql`questions.status in (${sql.join(openStatuses.map((status) => sql.lit(status)))})`;

/** Whether the student who asked the question in `questions` can log in, and so read an answer. */
export const studentCanLogIn = sql<boolean>`exists (
  select from users where users.id = questions.student_id and ${canLogIn})`;

/** Whether the question in `questions` waits for an answer: it is open, and has a hand and a student who can log in. */
export const waitsForCoach = sql<boolean>`(${isOpen} and questions.hand_id is not null and ${studentCanLogIn})`;
