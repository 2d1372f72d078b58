/**
 * Removes thousands separators: `1,200.50` becomes `1200.50`. A comma that does not group three digits stays, so that
 * `1,50`, which means 1.50 in many countries, is rejected instead of read as 150.
 */
export function withoutGroups(number: string): string {
  return /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(number) ? number.replaceAll(',', '') : number;
}

/** A typed decimal number; NaN for other texts, such as an empty one, `1e3` or `0x10`. */
export function typedNumber(text: string): number {
  const digits = withoutGroups(text.trim());
  return /^-?\d{1,12}(\.\d+)?$/.test(digits) ? Number(digits) : Number.NaN;
}
