import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clipPath, undoSeconds } from '../../shared/coaching/answers.ts';
import { changeUser } from '../../testing/rows.ts';
import type { TestApp, TestUser } from '../../testing/test-app.ts';
import { tinyOggClip } from '../../testing/tiny-clip.ts';
import type { Actor } from '../actor.ts';
import { procedureSchemas } from '../http/procedure-schemas.ts';
import { levels } from '../http/testing/access-levels.ts';
import type { Caller } from '../router.ts';
import { person, send } from '../uploads/testing/sent-uploads.ts';
import {
  answer,
  askedQuestion,
  createCoach,
  grantQuestions,
  noon,
  openCoaching,
  verifiedStudent,
} from './testing/asked-questions.ts';
import { openClip } from './voice-clips.operations.ts';

const actors = [
  'visitor',
  'owner',
  'otherStudent',
  'claimingCoach',
  'otherCoach',
  'formerCoach',
  'suspendedCoach',
  'admin',
  'impersonatingAdmin',
] as const;
type ActorName = (typeof actors)[number];

const states = ['queued', 'claimed', 'answered', 'read', 'returned', 'withdrawn'] as const;
type State = (typeof states)[number];

let app: TestApp;
let people: Record<ActorName, Actor | null>;
/** A question in each state; the answered ones have a voice clip. */
let questions: Record<State, { id: string; clip: string }>;

beforeAll(async () => {
  const academy = await openCoaching();
  app = academy.app;
  const { admin, coach, otherCoach } = academy;
  const formerCoach = await createCoach(app, admin, 'Former coach');
  await app.caller(admin).admin.coaching.revokeCoach({ userId: formerCoach.userId });
  const suspendedCoach = await createCoach(app, admin, 'Suspended coach');
  await changeUser(app, suspendedCoach, { suspended_at: noon });
  const owner = await verifiedStudent(app);
  const { userId: adminId } = admin;
  people = {
    visitor: null,
    owner,
    otherStudent: await verifiedStudent(app),
    claimingCoach: coach,
    otherCoach,
    formerCoach,
    suspendedCoach,
    admin,
    impersonatingAdmin: { ...owner, impersonation: { id: '', adminId, endsAt: '2030-01-01T00:00:00Z' } },
  };
  await grantQuestions(app, admin, owner, 10);
  questions = Object.fromEntries(
    await Promise.all(states.map(async (state) => [state, await questionIn(state, owner, coach)] as const)),
  ) as typeof questions;
  // The student sees the answers once the coach can no longer undo them.
  app.clock.advance(undoSeconds * 1_000);
  await app.caller(owner).questions.revealAnswer({ id: questions.read.id, choice: null });
});
afterAll(() => app.close());

async function questionIn(state: State, owner: TestUser, coach: TestUser) {
  const id = await askedQuestion(app, owner);
  const { questions: asStudent } = app.caller(owner);
  const { questions: asCoach } = app.caller(coach);
  if (state === 'withdrawn') await asStudent.withdraw({ id });
  if (state === 'queued' || state === 'withdrawn') return { id, clip: '' };
  await asCoach.claim({ id });
  if (state === 'returned') await asCoach.return({ id, reason: 'unclear' });
  if (state === 'claimed' || state === 'returned') return { id, clip: '' };
  const { url } = await send(app, person(coach), tinyOggClip(3), 'answer_voice');
  await asCoach.answer({ id, ...answer, voice: { url } });
  const { answers } = await asCoach.getForCoach({ id });
  return { id, clip: answers[0]?.voice?.path?.slice(clipPath('').length) ?? '' };
}

/** "seen" if the call succeeds, or else the code of its error. */
async function outcome(read: Promise<unknown>): Promise<string> {
  try {
    await read;
    return 'seen';
  } catch (error) {
    const { code, cause } = error as { code: string; cause?: { code?: string } };
    return cause?.code ?? code;
  }
}

async function seenBy(
  read: (who: Actor | null, question: { id: string; clip: string }) => Promise<unknown>,
  of: readonly State[],
) {
  const rows = actors.map(async (name) => [
    name,
    (await Promise.all(of.map((state) => outcome(read(people[name], questions[state]))))).join(' '),
  ]);
  return Object.fromEntries(await Promise.all(rows));
}

describe('read access', () => {
  it('only the student who asked sees a question in the student’s view', async () => {
    const all = (word: string) => states.map(() => word).join(' ');
    expect(await seenBy((who, { id }) => app.caller(who).questions.get({ id }), states)).toEqual({
      visitor: all('not_signed_in'),
      owner: all('seen'),
      otherStudent: all('not_found'),
      claimingCoach: all('not_found'),
      otherCoach: all('not_found'),
      formerCoach: all('not_found'),
      suspendedCoach: all('not_found'),
      admin: all('not_found'),
      impersonatingAdmin: all('read_only_view'),
    });
  });

  it('only active coaches see a question in the coach’s view, and nobody sees a returned or withdrawn one there', async () => {
    const all = (word: string) => states.map(() => word).join(' ');
    const forActiveCoaches = 'seen seen seen seen not_found not_found';
    expect(await seenBy((who, { id }) => app.caller(who).questions.getForCoach({ id }), states)).toEqual({
      visitor: all('not_signed_in'),
      owner: all('coach_only'),
      otherStudent: all('coach_only'),
      claimingCoach: forActiveCoaches,
      otherCoach: forActiveCoaches,
      formerCoach: all('coach_only'),
      suspendedCoach: all('coach_only'),
      admin: all('coach_only'),
      impersonatingAdmin: all('read_only_view'),
    });
  });

  it('a voice clip opens only for active coaches and, after the answer was revealed, for the student who asked', async () => {
    expect(await seenBy((who, { clip }) => openClip(app.deps, who, clip), ['answered', 'read'])).toEqual({
      visitor: 'not_signed_in not_signed_in',
      owner: 'not_found seen',
      otherStudent: 'not_found not_found',
      claimingCoach: 'seen seen',
      otherCoach: 'seen seen',
      formerCoach: 'not_found not_found',
      suspendedCoach: 'not_found not_found',
      admin: 'not_found not_found',
      impersonatingAdmin: 'read_only_view read_only_view',
    });
  });
});

type Call = (caller: Caller['questions'], id: string) => Promise<unknown>;

/** Every call about one question. */
const calls: Record<string, Call> = {
  get: (caller, id) => caller.get({ id }),
  withdraw: (caller, id) => caller.withdraw({ id }),
  revealAnswer: (caller, id) => caller.revealAnswer({ id, choice: null }),
  reopen: (caller, id) => caller.reopen({ id, text: 'And what about a raise?' }),
  rate: (caller, id) => caller.rate({ id, helpful: 3 }),
  setAllowLibrary: (caller, id) => caller.setAllowLibrary({ id, allowLibrary: true }),
  setInOwnDeck: (caller, id) => caller.setInOwnDeck({ id, isInOwnDeck: true }),
  getForCoach: (caller, id) => caller.getForCoach({ id }),
  claim: (caller, id) => caller.claim({ id }),
  release: (caller, id) => caller.release({ id }),
  answer: (caller, id) => caller.answer({ id, ...answer }),
  undoAnswer: (caller, id) => caller.undoAnswer({ id }),
  return: (caller, id) => caller.return({ id, reason: 'unclear' }),
  similar: (caller, id) => caller.similar({ id }),
  makeDrill: (caller, id) =>
    caller.makeDrill({
      questionId: id,
      deckId: crypto.randomUUID(),
      leak: 'river-call',
      place: null,
      prompt: 'Call or fold?',
      options: answer.options,
      reason: answer.reason,
    }),
};

describe('write access', () => {
  it('this test covers each procedure that takes the id of a question', () => {
    const takesQuestion = [...procedureSchemas.keys()]
      .filter((name) => name.startsWith('questions.'))
      .map((name) => name.slice('questions.'.length))
      .filter(
        (name) => !/^(credits|ask|list|newAnswers|queue|places|phrases|savePhrase|removePhrase)$/.test(name),
      );
    expect(Object.keys(calls).toSorted()).toEqual(takesQuestion.toSorted());
  });

  it.each(Object.entries(calls))(
    'questions.%s fails and changes nothing for users who may not call it',
    async (name, call) => {
      const isForCoaches = levels[`questions.${name}`] === 'coach';
      const others = isForCoaches
        ? ([
            'visitor',
            'owner',
            'otherStudent',
            'formerCoach',
            'suspendedCoach',
            'admin',
            'impersonatingAdmin',
          ] as const)
        : (actors.filter((each) => each !== 'owner') as Exclude<ActorName, 'owner'>[]);
      const before = await readTables();
      const codes: Partial<Record<ActorName, string>> = {
        visitor: 'not_signed_in',
        impersonatingAdmin: 'read_only_view',
      };
      for (const other of others) {
        const expected = codes[other] ?? (isForCoaches ? 'coach_only' : 'not_found');
        for (const state of states) {
          const result = await outcome(call(app.caller(people[other]).questions, questions[state].id));
          expect(`${other} ${state} ${result}`).toBe(`${other} ${state} ${expected}`);
        }
      }
      expect(await readTables()).toEqual(before);
    },
  );

  it('an active coach cannot change a question that another coach has claimed', async () => {
    const before = await readTables();
    for (const name of ['claim', 'release', 'answer', 'return', 'undoAnswer']) {
      const result = await outcome(
        calls[name]?.(app.caller(people.otherCoach).questions, questions.claimed.id) ?? Promise.resolve(),
      );
      expect(`${name} ${result}`).toMatch(/ (conflict|illegal_transition)$/);
    }
    expect(await readTables()).toEqual(before);
  });
});

async function readTables(): Promise<unknown[]> {
  const tables = [
    'questions',
    'coach_answers',
    'question_credits',
    'drills',
    'mail_messages',
    'notifications',
  ];
  return Promise.all(
    tables.map(
      async (table) => (await sql`select * from ${sql.table(table)} order by 1`.execute(app.deps.db)).rows,
    ),
  );
}
