import { randomUUID } from 'node:crypto';
import { hourMs } from '../../shared/durations.ts';
import { buildHand } from '../../shared/poker/build-hand.ts';
import { decisionsOf } from '../../shared/poker/deal.ts';
import type { LeakId } from '../../shared/practice/leaks.ts';
import { addDays, localDay } from '../../shared/time-zone.ts';
import type { Actor, AdminActor, CoachActor, RequestMetadata } from '../actor.ts';
import { answerQuestion, claimQuestion } from '../coaching/answering.operations.ts';
import { grantCoach } from '../coaching/coaches.operations.ts';
import { grantQuestions } from '../coaching/credits.operations.ts';
import { listMaterials, setHomework } from '../coaching/homework.operations.ts';
import { returnLateQuestions } from '../coaching/late-questions.operations.ts';
import { savePhrase } from '../coaching/phrases.operations.ts';
import { askQuestion, revealAnswer } from '../coaching/questions.operations.ts';
import type { Deps } from '../deps.ts';
import { listHands, saveBuiltHand } from '../hands/hands.operations.ts';
import { demoNotation } from './demo-hands.ts';

type DemoQuestion = {
  /** The hand, in the notation of `buildHand`. */
  notation: string;
  title: string;
  /** Index into the hero's decisions; by default the last one. */
  decision?: number;
  thought: string;
  question: string;
  leak: LeakId | null;
};

const twoPair: DemoQuestion = {
  title: 'Two pair, and a third spade',
  notation: `nlhe cash USD 0.25/0.5, 6-max, button 5
    1 BB 50 Js9s
    2 UTG 50
    3 HJ 50
    4 CO 50
    5 BTN 50 KcQd hero
    6 SB 50
    preflop f f f r1.25 f c
    flop Ks8s3d x b0.9 c
    turn Qh x b2.8 c
    river 2s b8.3 c
    rake 1.2`,
  thought:
    'They bet 82% of the pot on the river. I called because they bet often and I held top two pair. They showed a flush.',
  question: 'Is calling ever right with two pair here?',
  leak: 'river-call',
};

const missedDraw: DemoQuestion = {
  title: 'Missed draw on the river',
  notation: demoNotation('Missed draw on the river'),
  decision: 4,
  thought:
    'I called the turn with a draw to a flush and a straight. The price was good, but nobody pays me when I hit.',
  question: 'Should I raise the turn with this draw?',
  leak: 'turn-barrel',
};

const overpair: DemoQuestion = {
  title: 'Tens on a low board',
  notation: `nlhe cash USD 0.5/1, 6-max, button 2
    1 CO 100
    2 BTN 100 KdJd
    3 SB 100
    4 BB 100 ThTc hero
    5 UTG 100
    6 HJ 100
    preflop f f f r2.5 f c
    flop 8d5c2h x b2 c
    turn 4s x b6 c
    river Ac x x
    rake 1`,
  decision: 0,
  thought:
    'I only called before the flop with tens, because I did not want to play a large pot from the blinds.',
  question: 'Do I lose too much by not raising before the flop?',
  leak: 'three-bet-too-little',
};

const thinValue: DemoQuestion = {
  title: 'Checked back the river',
  notation: `nlhe cash USD 0.25/0.5, 6-max, button 3
    1 HJ 50
    2 CO 50
    3 BTN 50 AdJd hero
    4 SB 50
    5 BB 50 Jh9h
    6 UTG 50
    preflop f f f r1.25 f c
    flop Jc7h3s x b0.9 c
    turn 6d x b3 c
    river 2h x x
    rake 0.6`,
  thought: 'I checked behind on the river, because I thought that only better hands call a third bet.',
  question: 'Which worse hands would call?',
  leak: 'thin-value',
};

const shortStack: DemoQuestion = {
  title: 'Thirteen blinds with ace-nine',
  notation: demoNotation('Thirteen blinds with ace-nine'),
  thought: 'I went all-in with thirteen big blinds because I was afraid of being raised after a small open.',
  question: '',
  leak: 'short-stack-and-icm',
};

/** The coach's answer about the tens, given some hours after it was due. */
const lateAnswer = {
  options: [
    { label: 'Raise', weight: 90, why: 'Worse pairs and hands with one high card call.' },
    {
      label: 'Call',
      weight: 60,
      why: 'It wins money, too, but every hand with an ace or a king sees the flop.',
    },
    { label: 'Fold', weight: 0, why: 'Tens are far ahead of a button that opens half of its hands.' },
  ],
  reason:
    'You lose little. The button opens many hands that call a raise to eleven and are behind tens, so raising wins more. If you call, you play a smaller pot out of position, and the button sees the flop with every hand. I am sorry that this took longer than promised.',
  comments: [],
  leak: null,
};

/** The coach's answer about the two pair. */
const answer = {
  options: [
    { label: 'Fold', weight: 90, why: 'Most hands that bet this much have a flush.' },
    { label: 'Call', weight: 35, why: 'It beats the bluffs, and there are few of them.' },
    { label: 'Raise', weight: 0, why: 'No worse hand calls.' },
  ],
  reason:
    'Count the bluffs: on this river I find six combinations that bet this much and lose to two pair, and against 28 flushes you need thirteen. Even if your queen were the queen of spades, which would take away eight of the flushes, you should fold.',
  comments: [],
  leak: 'river-call' as const,
};

const phrases = [
  'Count the combinations before you look at the price.',
  'Which worse hands call, and which better hands fold?',
  'Do not use charts or odds while you play. Most poker rooms forbid it.',
];

type DemoPeople = { admin: AdminActor; coach: CoachActor; student: Actor; others: readonly Actor[] };

/**
 * Creates a coach, homework for the demo student, and questions. The demo student has three questions: one has a new
 * answer, one was answered late and the student has read the answer, and one is open, with 41 hours left. Other
 * students have five open questions, and none of them is late. By default, an answer is due 72 hours after the
 * question. Times are relative to now.
 */
export async function seedQuestions(
  deps: Deps,
  { admin, coach, student, others }: DemoPeople,
  metadata: RequestMetadata,
): Promise<void> {
  await grantCoach(
    deps,
    admin,
    {
      userId: coach.userId,
      displayName: coach.coachName,
      about: 'Example coach. Has taught cash games for eleven years.',
      weeklyCapacity: 30,
      before: null,
    },
    metadata,
  );
  for (const phrase of phrases) await savePhrase(deps, coach, phrase);

  const start = deps.now().getTime();
  const hoursAgo = (hours: number): Deps => ({ ...deps, now: () => new Date(start - hours * hourMs) });
  const [dana, ivo, lena, maya] = others;
  for (const [actor, count] of [
    [student, 2],
    [dana, 1],
  ] as const) {
    if (!actor) continue;
    const grant = {
      userId: actor.userId,
      count,
      validDays: 90,
      reason: 'Demo data',
      requestId: randomUUID(),
    };
    await grantQuestions(hoursAgo(101), admin, grant, metadata);
  }

  const answered = await ask(hoursAgo(100), student, twoPair);
  await claimQuestion(hoursAgo(70), coach, answered);
  await answerQuestion(hoursAgo(69), coach, { id: answered, ...answer, place: null, voice: null });
  const river = (await listMaterials(deps, coach)).find(({ title }) => title === 'River Decisions');
  const homework = {
    id: randomUUID(),
    studentId: student.userId,
    text: 'Read the part about blockers, and count the bluffs of your last three river calls.',
    material: river ?? null,
    dueOn: addDays(localDay(deps.now(), null), 2),
  };
  await setHomework(hoursAgo(68), coach, homework, metadata);
  const late = await ask(hoursAgo(90), student, overpair);
  await returnLateQuestions(hoursAgo(17));
  await claimQuestion(hoursAgo(15), coach, late);
  await answerQuestion(hoursAgo(14), coach, { id: late, ...lateAnswer, place: null, voice: null });
  await revealAnswer(hoursAgo(13), student, { id: late, choice: 'Raise' });
  await ask(hoursAgo(31), student, missedDraw);

  for (const [actor, hours, question] of [
    [dana, 62, thinValue],
    [ivo, 44, shortStack],
    [lena, 20, overpair],
    [maya, 9, twoPair],
    [dana, 3, missedDraw],
  ] as const) {
    if (actor) await ask(hoursAgo(hours), actor, question);
  }
}

/**
 * Asks a question about a hand, and saves the hand first if the student does not have it. @returns the question's id
 */
async function ask(deps: Deps, actor: Actor, { notation, title, ...asked }: DemoQuestion): Promise<string> {
  const hand = buildHand(notation);
  // The demo student has some of the hands already.
  const known = (await listHands(deps, actor, { q: title })).items.find((each) => each.title === title);
  const { id: handId } = known ?? (await saveBuiltHand(deps, actor, { hand, title }));
  const decisions = decisionsOf(hand);
  const { thought, question, leak, decision = decisions.length - 1 } = asked;
  const { id } = await askQuestion(deps, actor, {
    handId,
    atAction: decisions[decision] ?? 0,
    thought,
    question,
    leak,
    allowLibrary: false,
    showStakes: false,
  });
  return id;
}
