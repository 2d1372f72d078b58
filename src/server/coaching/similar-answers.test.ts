import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestApp, TestUser } from '../../testing/test-app.ts';
import {
  answer,
  answeredQuestion,
  askedQuestion,
  noon,
  openCoaching,
  verifiedStudent,
} from './testing/asked-questions.ts';

let app: TestApp;
let coach: TestUser;

beforeAll(async () => {
  ({ app, coach } = await openCoaching());
});
afterAll(() => app.close());
beforeEach(() => app.clock.set(noon));

const questions = (user: TestUser) => app.caller(user).questions;

describe('similar answers', () => {
  it('a coach is offered answers about the same leak and street, but not the names of the students who asked', async () => {
    const asker = await verifiedStudent(app);
    await answeredQuestion(app, asker, coach);
    const student = await verifiedStudent(app);
    const id = await askedQuestion(app, student);
    const similar = await questions(coach).similar({ id, leak: 'river-call' });
    expect(similar.length).toBeGreaterThan(0);
    expect(similar.length).toBeLessThanOrEqual(3);
    for (const secret of [asker.userId, asker.email, 'Dana', 'Whitfield']) {
      expect(JSON.stringify(similar)).not.toContain(secret);
    }
    expect(similar[0]?.answer.options).toEqual(answer.options);
    expect(await questions(coach).similar({ id, leak: 'limp' })).toEqual([]);
    expect(await questions(coach).similar({ id })).toEqual([]);
  });

  it('similar answers are ranked first by the same game, then by the same kind (cash or tournament), then by the same position', async () => {
    const { db } = app.deps;
    type Columns = { kind: 'cash' | 'tournament'; hero_position: string; game?: 'nlhe' | 'plo' };
    const setHand = async (id: string, hand: Columns) => {
      const ofQuestion = db.selectFrom('questions').select('hand_id').where('id', '=', id);
      await db.updateTable('hands').set(hand).where('id', 'in', ofQuestion).execute();
      await db
        .updateTable('coach_answers')
        .set({ leak: 'river-bluff' })
        .where('question_id', '=', id)
        .execute();
    };
    const answered = async (kind: Columns['kind'], position: string, game: Columns['game'] = 'nlhe') => {
      const id = await answeredQuestion(app, await verifiedStudent(app), coach);
      await setHand(id, { kind, hero_position: position, game });
      app.clock.advance(1_000);
      const { id: answerId } = await db
        .selectFrom('coach_answers')
        .select('id')
        .where('question_id', '=', id)
        .executeTakeFirstOrThrow();
      return answerId;
    };
    const nearest = await answered('cash', 'BTN');
    const sameKind = await answered('cash', 'BB');
    const sameGame = await answered('tournament', 'BB');
    // An answer about another game ranks fourth, and only three answers are offered.
    await answered('cash', 'BTN', 'plo');
    const id = await askedQuestion(app, await verifiedStudent(app));
    await setHand(id, { kind: 'cash', hero_position: 'BTN' });
    const similar = await questions(coach).similar({ id, leak: 'river-bluff' });
    expect(similar.map(({ id: similarId }) => similarId)).toEqual([nearest, sameKind, sameGame]);
  });
});
