/**
 * Parses a number from 0 to 100 that a user entered, with or without a percent sign; undefined for other texts. A comma
 * is a decimal comma, because no percentage has thousands.
 */
export function parsePercent(text: string): number | undefined {
  const digits = text.trim().replace(/\s*%$/, '').replace(',', '.');
  return /^(\d+\.?\d*|\.\d+)$/.test(digits) && Number(digits) <= 100 ? Number(digits) : undefined;
}
