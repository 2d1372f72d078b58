import { parseCards } from '../../../../shared/poker/playing-card.ts';

const cards = (text: string) => parseCards(text) ?? [];

/**
 * The decision on the landing page. It is written out here, so that the first screen does not need the poker engine. A
 * test compares it with the academy's hand `landing-demo`, which is replayed after the visitor's answer.
 */
export const demoDecision = {
  handId: 'landing-demo',
  heroCards: cards('QcJc'),
  board: cards('Qh8d4s8c3h'),
  /** In big blinds, including the bet to call. */
  pot: 71.7,
  /** In big blinds. */
  call: 41,
  /** Pot odds: the equity that a call needs, in percent. */
  neededPercent: 36,
} as const;

export const demoOptions = [
  {
    key: 'fold',
    label: 'Fold',
    weight: 70,
    why: 'The bluffs are straight draws that missed, many of them with a jack. You hold a jack, so what is left is mostly value.',
  },
  {
    key: 'call',
    label: 'Call 41',
    weight: 30,
    why: 'You beat the bluffs, but with your jack there are too few of them for the price.',
  },
  {
    key: 'raise',
    label: 'Raise all-in',
    weight: 0,
    why: 'Nothing worse calls, and nothing better folds.',
  },
] as const;
export type DemoOption = (typeof demoOptions)[number];
