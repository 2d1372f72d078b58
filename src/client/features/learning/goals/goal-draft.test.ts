import { describe, expect, it } from 'vitest';
import type { GoalDay } from '../../../../shared/learning/goals.ts';
import { changedGoal, goalDraftOf, goalDraftSchema } from './goal-draft.ts';

const day: GoalDay = {
  date: '2026-11-21',
  studyTimeGoal: 60,
  actualStudyTime: 12,
  sessionsCompleted: 1,
  handsPlayed: null,
  winLoss: null,
  bigBlind: null,
  tournaments: null,
  buyIns: null,
  mood: null,
  notes: null,
  completed: false,
  completedForced: null,
};

describe('day form', () => {
  it('the form of a day reads signed dollars and distinguishes empty from 0', () => {
    const read = [
      ['', null],
      ['  ', null],
      ['0', 0],
      ['12.5', 1250],
      ['-12.50', -1250],
      ['-12,50', -1250],
      ['-1,000', -100_000],
    ] as const;
    for (const [winLoss, cents] of read)
      expect(goalDraftSchema.parse({ ...goalDraftOf(day), winLoss }).winLoss, winLoss).toBe(cents);
  });

  it('the form of a day does not change an amount that the user does not edit', () => {
    for (const winLoss of [null, 0, 5, -1, -123_456]) {
      const draft = goalDraftOf({ ...day, winLoss });
      expect(goalDraftSchema.parse(draft).winLoss).toBe(winLoss);
    }
  });

  it('the form of a day sends only changed fields', () => {
    const before = goalDraftOf(day);
    const after = { ...before, winLoss: '-4', studyTimeGoal: '' };
    expect(changedGoal(day.date, before, after, goalDraftSchema.parse(after))).toEqual({
      date: '2026-11-21',
      winLoss: -400,
      studyTimeGoal: null,
    });
  });

  it('the form of a day says which field is invalid and how to correct it', () => {
    const tooPrecise = goalDraftSchema.safeParse({ ...goalDraftOf(day), winLoss: '-12.345' });
    expect(tooPrecise.error?.issues[0]?.message).toBe('Enter at most two decimal places, such as -12.35');
    const thousands = goalDraftSchema.safeParse({ ...goalDraftOf(day), buyIns: '1.500' });
    expect(thousands.error?.issues[0]?.message).toBe('Enter at most two decimal places, such as -12.35');
    const wrong = { ...goalDraftOf(day), winLoss: 'a lot', handsPlayed: '1.5', studyTimeGoal: '2000' };
    const issues = goalDraftSchema.safeParse(wrong).error?.issues ?? [];
    expect(Object.fromEntries(issues.map(({ path, message }) => [path[0], message]))).toEqual({
      winLoss: 'Enter an amount in dollars, such as 25 or -12.50',
      handsPlayed: 'Enter a whole number',
      studyTimeGoal: 'A day has 1,440 minutes',
    });
  });
});
