import { describe, expect, it } from 'vitest';
import { hideFrom } from '../../../../shared/hands/hidden-hand.ts';
import { buildHand } from '../../../../shared/poker/build-hand.ts';
import { decisionsOf } from '../../../../shared/poker/deal.ts';
import { coachOptions, guessOptions, isSameDecision } from './guess-options.ts';

type Played = { game?: 'nlhe' | 'flhe'; stack?: number; hero: 'BTN' | 'BB'; play: string; board?: string };

/** Three-handed with blinds of 1 and 2, at the hero's last decision. */
function decided({ game = 'nlhe', stack = 100, hero, play, board = '' }: Played) {
  const seat = (name: string) => (name === hero ? `${name} ${stack * 2} AhKh hero` : `${name} 200`);
  const hand = buildHand(`${game} cash USD 1/2, 3-max, button 1
    1 ${seat('BTN')}
    2 SB 200
    3 ${seat('BB')}
    preflop ${play}
    ${board}`);
  const at = decisionsOf(hand).at(-1) ?? 0;
  return { before: hideFrom(hand, at), played: hand.actions[at] };
}

const labels = (spot: Played) => guessOptions(decided(spot).before, 'bb').map(({ label }) => label);
const forCoaches = (spot: Played) => {
  const { before, played } = decided(spot);
  return coachOptions(before, played).map(({ label }) => label);
};

describe('offered sizes', () => {
  it.each<[string, Played, string[]]>([
    ['for an open', { hero: 'BTN', play: 'r5 f f' }, ['Raise to 2 bb', 'Raise to 2.5 bb', 'Raise to 3 bb']],
    ['for a three-bet', { hero: 'BB', play: 'r5 f f' }, ['Raise to 7.5 bb', 'Raise to 10 bb']],
    ['for a squeeze', { hero: 'BB', play: 'r5 c r20 f f' }, ['Raise to 10 bb', 'Raise to 12.5 bb']],
    [
      'for a raise over a limp',
      { hero: 'BB', play: 'c f r8 f' },
      ['Raise to 3 bb', 'Raise to 3.5 bb', 'Raise to 4 bb'],
    ],
    ['for a four-bet', { hero: 'BTN', play: 'r5 f r20 f' }, ['Raise to 22 bb', 'Raise to 27 bb']],
    [
      'for an open with a short stack',
      { stack: 13, hero: 'BTN', play: 'r4 f f' },
      ['Raise to 2 bb', 'Raise to 2.5 bb', 'All-in, 13 bb'],
    ],
    [
      'for a three-bet with a stack of 13 bb: only all-in',
      { stack: 13, hero: 'BB', play: 'r5 f f' },
      ['All-in, 13 bb'],
    ],
    [
      'for a three-bet with a short stack: all-in instead of a raise of more than a third of the stack',
      { stack: 25, hero: 'BB', play: 'r5 f f' },
      ['Raise to 7.5 bb', 'All-in, 25 bb'],
    ],
    [
      'for an open in fixed limit: one small bet',
      { game: 'flhe', hero: 'BTN', play: 'r4 f f' },
      ['Raise to 2 bb'],
    ],
    [
      'on the turn in fixed limit: one big bet',
      { game: 'flhe', hero: 'BTN', play: 'r4 f c', board: 'flop Ks8s3d b2 c\n turn 2c b4 r8 f' },
      ['Raise to 4 bb'],
    ],
    ['after the fourth bet in fixed limit: none', { game: 'flhe', hero: 'BTN', play: 'r4 r6 r8 f f' }, []],
    ['for a five-bet: only all-in', { hero: 'BB', play: 'r5 f r20 r44 f' }, ['All-in, 100 bb']],
  ])('%s', (_, spot, sizes) => {
    expect(labels(spot).filter((label) => /^(?:Raise|All-in)/.test(label))).toEqual(sizes);
  });

  it('end with all-in on the flop; with fold and call, at most five options are offered', () => {
    const spot = { stack: 13, hero: 'BB' as const, play: 'r5 f c', board: 'flop Ks8s3d x b4 r21 f' };
    expect(labels(spot)).toEqual([
      'Fold',
      'Call 2 bb',
      'Raise to 5.2 bb',
      'Raise to 8.3 bb',
      'All-in, 10.5 bb',
    ]);
  });

  it('are whole chips in a tournament', () => {
    const hand = buildHand(`nlhe tournament chips 50/100, 3-max, button 1
      1 BTN 5000
      2 SB 5000
      3 BB 5000 AhKh hero
      preflop f c x
      flop Ks8s3d x b100 f`);
    const options = guessOptions(hideFrom(hand, decisionsOf(hand).at(-1) ?? 0), 'money');
    expect(options.map(({ label }) => label)).toEqual(['Check', 'Bet 100', 'Bet 133', 'Bet 200']);
  });

  it('are never larger than a pot-limit game allows', () => {
    const hand = buildHand(`plo cash USD 1/2, 3-max, button 1
      1 BTN 200
      2 SB 200
      3 BB 200 AhKhQdJd hero
      preflop r7 f r22 f`);
    const options = guessOptions(hideFrom(hand, decisionsOf(hand)[0] ?? 0), 'bb');
    expect(options.map(({ label }) => label)).toEqual([
      'Fold',
      'Call 2.5 bb',
      'Raise to 10.5 bb',
      // Four times the raise would be 14 bb, which is more than a pot-sized raise.
      'Raise to 11 bb',
    ]);
  });
});

describe('the action that was taken', () => {
  const flop = { hero: 'BB' as const, play: 'r5 f c', board: 'flop Ks8s3d b4 f' };

  it('is among the options that a coach sees, but not always among the options of guess mode', () => {
    expect(labels(flop)).toEqual(['Check', 'Bet 1.8 bb', 'Bet 3.7 bb', 'Bet 5.5 bb']);
    expect(forCoaches(flop)).toEqual(['Check', 'Bet 1.8 bb', 'Bet 2 bb', 'Bet 3.7 bb', 'Bet 5.5 bb']);
    expect(forCoaches({ hero: 'BTN', play: 'r4.4 f f' })).toContain('Raise to 2.2 bb');
    expect(forCoaches({ hero: 'BB', play: 'c f f' })).toEqual([
      'Fold',
      'Check',
      'Raise to 3 bb',
      'Raise to 3.5 bb',
      'Raise to 4 bb',
    ]);
  });

  it('replaces the nearest size among the options for a coach, if guess mode already offers five options', () => {
    const short = { stack: 13, hero: 'BTN' as const, play: 'r4.4 f f' };
    const guessed = labels(short);
    expect(guessed).toHaveLength(5);
    const offered = forCoaches(short);
    expect(offered).toHaveLength(5);
    expect(offered).toContain('Raise to 2.2 bb');
    expect(offered).not.toContain('Raise to 2 bb');
  });

  it('matches the nearest option if that option is close enough', () => {
    const isSame = (spot: Played, label: string) => {
      const { before, played } = decided(spot);
      const offered = guessOptions(before, 'bb');
      const option = offered.find((each) => each.label === label);
      if (!option || !played) throw new Error(`Not offered: ${label}`);
      // The pot, in cents, only limits how far the size of a matching option may be from the size that was played.
      return isSameDecision({ option, offered, pot: 800 }, played);
    };
    const open = { hero: 'BTN' as const, play: 'r6 f f' };
    expect(isSame(open, 'Raise to 3 bb')).toBe(true);
    expect(isSame(open, 'Raise to 2.5 bb')).toBe(false);
    expect(isSame(open, 'Fold')).toBe(false);
    expect(isSame({ hero: 'BB', play: 'r5 f r18 f' }, 'Raise to 10 bb')).toBe(true);
    expect(isSame({ stack: 13, hero: 'BB', play: 'r5 f r10 f' }, 'All-in, 13 bb')).toBe(false);
  });
});
