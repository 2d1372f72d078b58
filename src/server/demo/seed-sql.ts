import pg from 'pg';

/** SQL for a pseudorandom fraction from 0 to below 1, determined by number, salt and seed. */
type Fraction = (salt: number, number?: string) => string;

export function fractionOf(seed: number): Fraction {
  return (salt, number = 'n') =>
    `((hashint8extended(${number}::bigint, ${seed * 1_000 + salt}) & 2147483647) / 2147483648.0)`;
}

/** SQL for one of these texts, chosen by a fraction. */
export function pick(texts: readonly string[], fraction: string): string {
  return `(array[${texts.map((text) => pg.escapeLiteral(text)).join(',')}])[1 + floor(${fraction} * ${texts.length})::int]`;
}

/** SQL for a text by thresholds: with `[['a', 0.3], ['b', 1]]`, a fraction below 0.3 gives `a`, any other gives `b`. */
export function share(shares: readonly (readonly [text: string, below: number])[], fraction: string): string {
  const cases = shares.map(([text, below]) => `when ${fraction} < ${below} then ${pg.escapeLiteral(text)}`);
  return `case ${cases.join(' ')} end`;
}

/** SQL for a deterministic id of a row, in the format of a random UUID (version 4). */
export function idSql(seed: number, kind: string, number = 'n'): string {
  const hash = `md5('seed:${seed}:${kind}:' || ${number})`;
  return `overlay(overlay(${hash} placing '4' from 13) placing 'a' from 17)::uuid`;
}
