/** What access to a hand depends on. */
export type HandFacts = {
  /** Null: the academy's own. */
  ownerId: string | null;
  /** An academy hand that everyone with an account may open. */
  isPublic: boolean;
  /** The academy attached it to a session, plan or PDF that the reader may open. */
  isAtOpenPlace: boolean;
};

/**
 * Whether a user may open a hand. Students' hands open to their owner alone, whatever the reader's role; links that the
 * owner shares have their own check. Admins see what the academy publishes.
 */
export function canSeeHand(reader: { userId: string; role: 'user' | 'admin' }, hand: HandFacts): boolean {
  if (hand.ownerId !== null) return hand.ownerId === reader.userId;
  return reader.role === 'admin' || hand.isPublic || hand.isAtOpenPlace;
}
