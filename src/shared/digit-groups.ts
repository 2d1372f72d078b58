const pointGroups = /^[1-9]\d{0,2}(\.\d{3})+,\d{1,2}$|^[1-9]\d{0,2}(\.\d{3}){2,}$/;
const commaGroups = /^[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/;
const decimalComma = /^(0?,\d+|\d+,\d{1,2})$/;

/**
 * Converts a number that a user entered to one with a decimal point and no thousands separators: `1,200.50`,
 * `1.200,50` and `1200,50` become `1200.50`. In `1,200`, the comma separates thousands, as in the amounts that the
 * academy shows. In `1.200`, the point is a decimal point. Other texts, such as `1,2345`, stay unchanged.
 */
export function plainNumber(number: string): string {
  if (pointGroups.test(number)) return number.replaceAll('.', '').replace(',', '.');
  if (commaGroups.test(number)) return number.replaceAll(',', '');
  return decimalComma.test(number) ? number.replace(',', '.') : number;
}

/**
 * Parses a whole number that a user entered, such as `1000` or `1,000`; NaN for other texts, such as `1.000` or `1e3`.
 */
export function parseWholeNumber(text: string): number {
  const isWhole = /^(\d{1,12}|[1-9]\d{0,2}(,\d{3}){1,3})$/.test(text.trim());
  return isWhole ? Number(text.replaceAll(',', '')) : Number.NaN;
}
