/**
 * Parses a number from 0 to 100 that a user entered, with or without a percent sign; undefined for other texts. A comma
 * is a decimal separator, because no number up to 100 has a thousands separator.
 */
export function parsePercent(text: string): number | undefined {
  const digits = text.trim().replace(/\s*%$/, '').replace(',', '.');
  return /^(\d+\.?\d*|\.\d+)$/.test(digits) && Number(digits) <= 100 ? Number(digits) : undefined;
}
