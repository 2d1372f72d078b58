import { buildHand } from '../../shared/poker/build-hand.ts';
import type { Actor, AdminActor, RequestMetadata } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { listAcademyHands } from '../hands/academy-hands.operations.ts';
import { attachHand } from '../hands/hand-links.operations.ts';
import { saveBuiltHand } from '../hands/hands.operations.ts';

/** Hands of the demo student, in the notation of `buildHand`. */
const studentHands: { title: string; notation: string }[] = [
  {
    title: 'Top pair, three streets',
    notation: `nlhe cash USD 0.25/0.5, 6-max, button 3
      1 HJ 50
      2 CO 56.2 KhQh hero
      3 BTN 50 9s9d
      4 SB 41
      5 BB 50
      6 UTG 50
      preflop f f r1.25 c f f
      flop Kd7c2s b1.5 c
      turn 4h b4 c
      river 9h x b12 c
      rake 1.5`,
  },
  {
    title: 'A bluff before the flop',
    notation: `nlhe cash USD 0.25/0.5, 6-max, button 6
      1 SB 50
      2 BB 62 AcJd hero
      3 UTG 50
      4 HJ 50
      5 CO 50
      6 BTN 48
      preflop f f f r1.25 f r5 f`,
  },
  {
    title: 'Missed draw on the river',
    notation: `nlhe cash USD 0.25/0.5, 6-max, button 1
      1 BTN 50
      2 SB 50
      3 BB 50 9h8h hero
      4 UTG 50
      5 HJ 50
      6 CO 50
      preflop f f f r1.25 f c
      flop Th6c2h x b0.9 c
      turn Kc x b3 c
      river 3s x b8 f
      rake 0.55`,
  },
  {
    title: 'Thirteen blinds with ace-nine',
    notation: `nlhe tournament chips 200/400, 6-max, button 2, bb-ante 400, level 11
      1 CO 5200 Ad9d hero
      2 BTN 14000
      3 SB 8000
      4 BB 21000 QsJs
      5 UTG 16000
      6 HJ 12000
      preflop f f r5200 f f c
      flop Kc9s4d
      turn 2h
      river Jc`,
  },
  {
    title: 'Ace-king against ace-king',
    notation: `nlhe cash USD 0.25/0.5, 6-max, button 5
      1 BB 50
      2 UTG 50 AsKd
      3 HJ 50
      4 CO 50
      5 BTN 50 AhKc hero
      6 SB 50
      preflop r1.25 f f r4 f f r11 r50 c
      flop 7h5d2c
      turn Js
      river 3d
      rake 2`,
  },
  {
    title: 'A wrap that got there',
    notation: `plo cash USD 0.25/0.5, 6-max, button 4
      1 UTG 50
      2 HJ 50
      3 CO 50 JhTh9c8c hero
      4 BTN 50 AsAdQs6d
      5 SB 50
      6 BB 50
      preflop f f r1.75 r6 f f c
      flop 9h7c2s x b8 c
      turn Qh x x
      river 6c b20 c
      rake 2.5`,
  },
  {
    title: 'A free look, and a straight',
    notation: `nlhe tournament chips 100/200, 6-max, button 3, bb-ante 200, level 6
      1 HJ 9000
      2 CO 7400 Qs8s
      3 BTN 12000
      4 SB 8800
      5 BB 10200 7c6c hero
      6 UTG 9600
      preflop f f c f c x
      flop 8d5h2c x b400 c f
      turn 4c b1100 c
      river Qd b2600 c`,
  },
  {
    title: 'Queens, and an ace on the flop',
    notation: `nlhe cash USD 0.5/1, 6-max, button 6
      1 SB 100 QcQs hero
      2 BB 104
      3 UTG 100
      4 HJ 132
      5 CO 100
      6 BTN 100 AhTh
      preflop f f f r2.5 r11 f c
      flop Ad9c4h b7 c
      turn 6s x x
      river 2d x b18 c
      rake 2`,
  },
  {
    title: 'The best draw against a check-raise',
    notation: `nlhe cash USD 0.25/0.5, 6-max, button 4
      1 UTG 50 AhQh hero
      2 HJ 50
      3 CO 50
      4 BTN 50
      5 SB 50
      6 BB 50
      preflop r1.25 f f c f c
      flop Jh8c7h x b2.6 f r8.5 c
      turn 4d b13 c
      river Ks b27.25 f
      rake 2`,
  },
];

/** A hand of the demo student in the notation of `buildHand`. @throws Error for an unknown title */
export function demoNotation(title: string): string {
  const found = studentHands.find((hand) => hand.title === title);
  if (!found) throw new Error(`the demo student has no hand “${title}”`);
  return found.notation;
}

/** Hands of the academy, each with the session whose page shows it. */
const sessionPlaces: { hand: string; session: number }[] = [
  { hand: 'two-side-pots', session: 1 },
  { hand: 'run-twice', session: 1 },
  { hand: 'blocker-call', session: 2 },
  { hand: 'check-raise', session: 2 },
  { hand: 'thin-value', session: 2 },
  { hand: 'bubble-ante', session: 3 },
  { hand: 'short-stack', session: 5 },
];

/** Hands of the academy that are shown beside a page of a coaching plan. */
const planPlaces: { title: string; plan: number; page: number }[] = [
  { title: 'A walk, and what it is worth', plan: 1, page: 4 },
  { title: 'Thin value on a paired river', plan: 1, page: 7 },
  { title: 'Heads-up: the button acts first', plan: 2, page: 3 },
];

/** Attaches the academy's hands to pages of a coaching plan whose file is stored already. */
export async function attachHandsToPlan(
  deps: Deps,
  admin: AdminActor,
  plan: number,
  metadata: RequestMetadata,
): Promise<void> {
  const hands = await listAcademyHands(deps, admin);
  for (const { title, page } of planPlaces.filter((each) => each.plan === plan)) {
    const hand = hands.find((each) => each.title === title);
    if (!hand) continue;
    const place = { kind: 'plan', id: plan, page } as const;
    await attachHand(deps, admin, { handId: hand.id, place, atAction: null, caption: '' }, metadata);
  }
}

/** The database ids of hands, by their ids in `academyHands`, and of sessions, by their numbers. */
export type DemoIds = { hands: ReadonlyMap<string, string>; sessions: ReadonlyMap<number, number> };

/** Attaches hands of the academy to sessions, and stores the demo student's own hands. */
export async function seedHands(
  deps: Deps,
  admin: AdminActor,
  student: Actor,
  academy: DemoIds,
  metadata: RequestMetadata,
): Promise<void> {
  for (const { hand, session } of sessionPlaces) {
    const [handId, id] = [academy.hands.get(hand), academy.sessions.get(session)];
    if (handId === undefined || id === undefined) continue;
    // Near the end of the demo's only video, which lasts a minute and shows another hand.
    const place = { kind: 'session', id, atSeconds: 58 } as const;
    await attachHand(deps, admin, { handId, place, atAction: null, caption: '' }, metadata);
  }
  for (const { title, notation } of studentHands.toReversed()) {
    await saveBuiltHand(deps, student, { hand: buildHand(notation), title });
  }
}
