/**
 * Takes the commas out of a number as Americans write it: `1,200.50` means `1200.50`. One that parts no three digits is
 * left in, so that `1,50`, which means 1.50 to many, is refused instead of read as 150.
 */
export function withoutGroups(number: string): string {
  return /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(number) ? number.replaceAll(',', '') : number;
}
