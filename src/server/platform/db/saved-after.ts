/**
 * The new `updated_at` of a saved row: later than the previous one, even in the same millisecond. A form sends the
 * `updated_at` that it loaded as `editedFrom`. If the `updated_at` of the row differs, somebody else has saved the row.
 */
export function savedAfter({ updated_at: before }: { updated_at: string }, now: Date): Date {
  return new Date(Math.max(now.getTime(), Date.parse(before) + 1));
}
