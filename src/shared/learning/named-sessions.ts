/** Shorter titles occur in too many sentences by chance. */
const shortestTitle = 6;
/**
 * The largest difference between the last and the first number of a range such as "Sessions 1–3". A longer range is
 * taken for a typo, and its numbers beyond this limit are ignored.
 */
const longestRange = 50;

/** A number that is not part of a term such as "3-bet" or "4bet". */
const listedNumber = /#?\d{1,6}(?!\d|-?[a-z])/.source;
const numbered = new RegExp(
  String.raw`\bsessions?\s+(${listedNumber}(?:\s*(?:,|and|&|to|-|–)\s*(?:and\s+)?${listedNumber})*)`,
  'gi',
);

/** The numbers in phrases such as "Session 3", "sessions 1, 2 and 4" and "Sessions 1–3". */
function numbersIn(text: string): Set<number> {
  const numbers = new Set<number>();
  for (const [, list = ''] of text.matchAll(numbered)) {
    for (const [, from = '', to] of list.matchAll(/(\d+)(?:\s*(?:to|-|–)\s*#?(\d+))?/g)) {
      const first = Number(from);
      const last = to === undefined ? first : Number(to);
      for (let number = first; number <= Math.min(last, first + longestRange); number += 1)
        numbers.add(number);
    }
  }
  return numbers;
}

/** The sessions that the prerequisites of session `ownId` name by number or title, except that session itself. */
export function namedSessions<T extends { id: number; sessionNumber: number; title: string }>(
  prerequisites: string | null,
  sessions: readonly T[],
  ownId: number,
): T[] {
  if (!prerequisites) return [];
  const numbers = numbersIn(prerequisites);
  const words = prerequisites.toLowerCase();
  return sessions.filter(
    ({ id, sessionNumber, title }) =>
      id !== ownId &&
      (numbers.has(sessionNumber) ||
        (title.trim().length >= shortestTitle && words.includes(title.trim().toLowerCase()))),
  );
}
