import type { ReadingResource } from './reading.ts';

export function readingPath({ kind, id }: ReadingResource): string {
  return `/read/${kind}/${id}`;
}

/** Parses the last two segments of a `readingPath`; undefined if the kind or the id is not valid. */
export function parseReadingResource(kind: string, id: string): ReadingResource | undefined {
  if (kind === 'product') return /^[1-9]\d{0,8}$/.test(id) ? { kind, id: Number(id) } : undefined;
  return kind === 'plan' && /^([1-9]|10)$/.test(id) ? { kind, id: Number(id) } : undefined;
}
