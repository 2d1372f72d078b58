const completeAt = 0.9;

/** Watching moves forward by little at a time, also at double speed; more is a jump. */
const longestStep = 5;

/** Whether watching has just crossed the line at which a session is complete; jumping over it does not count. */
export function crossesCompletion(before: number, after: number, duration: number): boolean {
  if (!Number.isFinite(duration) || duration <= 0) return false;
  const line = duration * completeAt;
  return before < line && after >= line && after - before <= longestStep;
}
