import { type BriefBlocks, type BriefShares, briefBounds } from '../../shared/coaching/brief.ts';
import { dayMs } from '../../shared/durations.ts';
import type { StudyProfile } from '../../shared/learning/study-profile.ts';
import { addDays } from '../../shared/time-zone.ts';
import type { Actor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { getResults, listStudyDays } from '../learning/goals/goals.operations.ts';
import { readStudyProfile } from '../learning/study-profile.operations.ts';
import { leakChanges } from '../practice/leaks.operations.ts';
import { findFinished, findNewestHands, findNewestQuestions } from './brief.queries.ts';
import { listHomework } from './homework.operations.ts';
import { neutralLine, statusForStudent } from './questions.present.ts';

const weekDays = 7;
const periodMs = briefBounds.weeks * weekDays * dayMs;

/**
 * Reads the blocks that are true in `shown`.
 * @param day - the student's current day
 * @param isForCoach - true if a coach of the student reads the brief, false if the student does
 */
export async function readBlocks(
  deps: Deps,
  student: Actor,
  day: string,
  shown: BriefShares,
  isForCoach: boolean,
): Promise<BriefBlocks> {
  const profile = shown.goals || shown.results ? readStudyProfile(deps, student) : undefined;
  const [goals, study, finished, leaks, questions, homework, hands, results] = await Promise.all([
    shown.goals ? readGoals(profile) : undefined,
    shown.study ? readStudy(deps, student, day) : undefined,
    shown.finished ? findFinished(deps.db, student.userId, briefBounds.rows) : undefined,
    shown.leaks ? readLeaks(deps, student) : undefined,
    shown.questions ? readQuestions(deps, student) : undefined,
    shown.homework ? readHomework(deps, student, isForCoach) : undefined,
    shown.hands ? readHands(deps, student) : undefined,
    shown.results ? readResults(deps, student, day, profile) : undefined,
  ]);
  return {
    ...(goals !== undefined && { goals }),
    ...(study && { study }),
    ...(finished && { finished }),
    ...(leaks && { leaks }),
    ...(questions && { questions }),
    ...(homework && { homework }),
    ...(hands && { hands }),
    ...(results && { results }),
  };
}

type ReadProfile = Promise<StudyProfile | undefined> | undefined;

async function readGoals(profile: ReadProfile): Promise<BriefBlocks['goals']> {
  const answers = await profile;
  if (!answers) return null;
  const { stakes: _, ...goals } = answers;
  return goals;
}

async function readStudy(deps: Deps, student: Actor, day: string): Promise<BriefBlocks['study']> {
  const first = addDays(day, 1 - briefBounds.weeks * weekDays);
  const days = await listStudyDays(deps, student, { from: first, to: day });
  return Array.from({ length: briefBounds.weeks }, (_, week) => {
    const from = addDays(first, week * weekDays);
    const until = addDays(from, weekDays);
    const ofWeek = days.filter(({ date }) => date >= from && date < until);
    return {
      from,
      studyMinutes: sum(ofWeek.map(({ actualStudyTime }) => actualStudyTime)),
      sessions: sum(ofWeek.map(({ sessionsCompleted }) => sessionsCompleted)),
      handsPlayed: sum(ofWeek.map(({ handsPlayed }) => handsPlayed ?? 0)),
      drills: sum(ofWeek.map(({ drillsAnswered }) => drillsAnswered)),
    };
  });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

async function readLeaks(deps: Deps, student: Actor): Promise<BriefBlocks['leaks']> {
  const changes = await leakChanges(deps, student, new Date(deps.now().getTime() - periodMs));
  return changes.slice(0, briefBounds.leaks);
}

async function readQuestions(deps: Deps, student: Actor): Promise<BriefBlocks['questions']> {
  const now = deps.now();
  const rows = await findNewestQuestions(deps.db, student.userId, briefBounds.rows);
  return rows.map((row) => ({
    id: row.id,
    status: statusForStudent(row, now),
    thought: row.thought,
    leak: row.leak,
    queuedAt: row.queued_at,
  }));
}

async function readHomework(
  deps: Deps,
  student: Actor,
  isForCoach: boolean,
): Promise<BriefBlocks['homework']> {
  return (await listHomework(deps, student)).map((homework) => ({
    ...homework,
    isRemovable: isForCoach && homework.doneAt === null,
  }));
}

async function readHands(deps: Deps, student: Actor): Promise<BriefBlocks['hands']> {
  const since = new Date(deps.now().getTime() - periodMs);
  const rows = await findNewestHands(deps.db, student.userId, since, briefBounds.rows);
  return rows.map(({ id, model }) => ({ id, line: neutralLine(model) }));
}

async function readResults(
  deps: Deps,
  student: Actor,
  day: string,
  profile: ReadProfile,
): Promise<BriefBlocks['results']> {
  const [answers, { days, hands, total, sentence }] = await Promise.all([
    profile,
    getResults(deps, student, { from: addDays(day, 1 - briefBounds.resultDays), to: day }),
  ]);
  return { stakes: answers?.stakes ?? null, days, hands, total, sentence };
}
