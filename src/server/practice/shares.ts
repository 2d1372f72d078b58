/**
 * The share of each count in the sum of all counts, in whole percent. The shares add up to 100: those that lost the
 * largest fractions are rounded up.
 */
export function sharesOf(counts: readonly number[]): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const exact = counts.map((count) => (100 * count) / total);
  const missing = 100 - exact.reduce((sum, share) => sum + Math.floor(share), 0);
  const roundedUp = exact
    .map((share, index) => ({ index, fraction: share % 1 }))
    .toSorted((one, other) => other.fraction - one.fraction)
    .slice(0, missing)
    .map(({ index }) => index);
  return exact.map((share, index) => Math.floor(share) + (roundedUp.includes(index) ? 1 : 0));
}
