/** The inputs of the access rule for a hand. */
export type HandFacts = {
  /** Null for a hand of the academy. */
  ownerId: string | null;
  /** A hand of the academy that all logged-in users may open. */
  isPublic: boolean;
  /** The academy attached it to a session, coaching plan or PDF that the user may open. */
  isAtOpenPlace: boolean;
};

/**
 * Whether a user may open a hand. A student's hand may be opened only by its owner, not by admins. Admins and coaches
 * may open all hands of the academy. Share links, and the access of coaches to the hands of questions, are checked
 * elsewhere.
 * @param user `isStaff` is whether the user is an admin or a coach
 */
export function canSeeHand(user: { userId: string; isStaff: boolean }, hand: HandFacts): boolean {
  if (hand.ownerId !== null) return hand.ownerId === user.userId;
  return user.isStaff || hand.isPublic || hand.isAtOpenPlace;
}
