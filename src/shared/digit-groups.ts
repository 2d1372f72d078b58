/**
 * Removes thousands separators: `1,200.50` becomes `1200.50`. A comma that does not group three digits stays, so that
 * `1,50`, which means 1.50 in many countries, is rejected instead of read as 150.
 */
export function withoutGroups(number: string): string {
  return /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(number) ? number.replaceAll(',', '') : number;
}
