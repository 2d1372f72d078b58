/** What access to a hand depends on. */
export type HandFacts = {
  /** Null: the academy's own. */
  ownerId: string | null;
  /** An academy hand that everyone with an account may open. */
  isPublic: boolean;
  /** The academy attached it to a session, plan or PDF that the user may open. */
  isAtOpenPlace: boolean;
};

/**
 * Whether a user may open a hand. Students' hands open to their owner alone, whatever the user's role; links that the
 * owner shares have their own check. Admins may open all of the academy's hands, whether or not they are public.
 */
export function canSeeHand(user: { userId: string; role: 'user' | 'admin' }, hand: HandFacts): boolean {
  if (hand.ownerId !== null) return hand.ownerId === user.userId;
  return user.role === 'admin' || hand.isPublic || hand.isAtOpenPlace;
}
