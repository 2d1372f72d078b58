/**
 * The time of a save, later than that of the previous one, so that `editedFrom` distinguishes two saves in the same
 * millisecond.
 */
export function savedAfter({ updated_at: before }: { updated_at: string }, now: Date): Date {
  return new Date(Math.max(now.getTime(), Date.parse(before) + 1));
}
