/**
 * The new `updated_at` of a saved row: later than the previous one, even in the same millisecond. An editor sends back
 * the time that it loaded, as `editedFrom`; if the row has another time, it was saved in the meantime.
 */
export function savedAfter({ updated_at: before }: { updated_at: string }, now: Date): Date {
  return new Date(Math.max(now.getTime(), Date.parse(before) + 1));
}
