import type { Hand, PostAction } from './hand.ts';
import { dealtOrder } from './positions.ts';

/**
 * The antes and blinds that the stakes require, in the order in which they are posted. A short stack posts what it has;
 * a big blind whose ante took the whole stack posts 0. An ante that one seat pays for all comes after the blinds,
 * because a short stack pays the blind first.
 * @param hasSmall - false if no seat posts the small blind; then the seat left of the button posts the big blind
 */
export function forcedPosts(
  { stakes, button, seats }: Pick<Hand, 'stakes' | 'button' | 'seats'>,
  { hasSmall = true }: { hasSmall?: boolean } = {},
): PostAction[] {
  const order = dealtOrder({ seats, button });
  const left = new Map(seats.map(({ seat, stack }) => [seat, stack]));
  const posts: PostAction[] = [];
  const post = (seat: number | undefined, what: PostAction['what'], wanted: number) => {
    if (seat === undefined) return;
    const stack = left.get(seat) ?? 0;
    const amount = Math.min(wanted, stack);
    if (amount === 0 && what !== 'big') return;
    left.set(seat, stack - amount);
    posts.push({ a: 'post', seat, what, amount });
  };

  const { ante, small, big } = stakes;
  if (ante && 'each' in ante) for (const seat of order) post(seat, 'ante', ante.each);
  const isHeadsUp = order.length === 2;
  const [smallSeat, bigSeat] = isHeadsUp ? [order[1], order[0]] : hasSmall ? order : [undefined, order[0]];
  if (hasSmall) post(smallSeat, 'small', small);
  post(bigSeat, 'big', big);
  if (ante && 'bigBlindPays' in ante) post(bigSeat, 'ante', ante.bigBlindPays);
  if (ante && 'button' in ante && order.includes(button)) post(button, 'ante', ante.button);
  return posts;
}
