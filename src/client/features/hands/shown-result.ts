import { signedBigBlinds } from '../../../shared/poker/hand-line.ts';

/**
 * The result of a hand line, with the hero's gain or loss behind `split`: who shares a pot may still win or lose much.
 * @param net - null without a hero
 * @param bigBlind - in the same unit as `net`
 */
export const shownResult = (result: string, net: number | null, bigBlind = 1): string =>
  result === 'split' && net !== null ? `split ${signedBigBlinds(net, bigBlind)}` : result;
