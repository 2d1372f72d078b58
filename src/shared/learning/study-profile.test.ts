import { describe, expect, it } from 'vitest';
import { type Candidate, recommend, type StudyProfile } from './study-profile.ts';

const candidate = (id: number, title: string, changes: Partial<Candidate> = {}): Candidate => ({
  kind: 'product',
  id,
  title,
  description: '',
  difficulty: 'beginner',
  isDone: false,
  ...changes,
});
const silent: StudyProfile = { game: null, stakes: null, aim: null, weeklyHours: null };

describe('recommendation', () => {
  const open = [
    candidate(1, 'Opening Ranges on One Page'),
    candidate(2, 'River Decisions', { difficulty: 'intermediate' }),
    candidate(3, 'ICM Basics', { difficulty: 'advanced' }),
  ];

  it('the recommendation fits the student’s aim and stakes, and explains why', () => {
    expect(recommend({ ...silent, aim: 'fundamentals', stakes: 'micro' }, open)).toEqual({
      kind: 'product',
      id: 1,
      title: 'Opening Ranges on One Page',
      reason:
        'You want to get the fundamentals right, its level fits your stakes, and it is open to you now.',
    });
    expect(recommend({ ...silent, aim: 'postflop', stakes: 'small' }, open)?.id).toBe(2);
  });

  it('the recommendation fits the game that the student plays', () => {
    const best = recommend({ ...silent, game: 'tournaments', stakes: 'higher' }, open);
    expect(best).toMatchObject({ id: 3, reason: expect.stringContaining('You play tournaments') });
    expect(recommend({ ...silent, game: 'cash', stakes: 'higher' }, open)?.id).not.toBe(3);
  });

  it('the reason does not claim that the level fits the stakes if the aim determined the level', () => {
    const { reason } = recommend({ ...silent, aim: 'fundamentals', stakes: 'higher' }, open) ?? {};
    expect(reason).toBe('You want to get the fundamentals right, and it is open to you now.');
  });

  it('the reason mentions no part of the study profile that the student has left empty', () => {
    expect(recommend(silent, open)?.reason).toBe('It is open to you, and you have not finished it.');
  });

  it('finished items are not recommended, and the result is null when all are finished', () => {
    const rest = open.map((item) => ({ ...item, isDone: item.id !== 2 }));
    expect(recommend({ ...silent, aim: 'fundamentals' }, rest)?.id).toBe(2);
    expect(
      recommend(
        silent,
        open.map((item) => ({ ...item, isDone: true })),
      ),
    ).toBeNull();
  });
});
