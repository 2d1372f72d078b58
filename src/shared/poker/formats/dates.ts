/**
 * The last date in a line. PokerStars adds Eastern time in brackets: `2025/08/02 10:14:43 CET [2025/08/02 4:14:43 ET]`.
 * @returns for example `2025-08-02`; undefined without a valid date
 */
export function playedOnIn(text: string): string | undefined {
  const dates = text.match(/\b(?:19|20)\d\d[/-]\d{1,2}[/-]\d{1,2}/g);
  const parts = dates?.at(-1)?.split(/[/-]/);
  if (!parts) return undefined;
  const [year = '', month = '', day = ''] = parts;
  return isoDate(Number(year), Number(month), Number(day));
}

/** @returns undefined for a day that does not exist or is before 1970 */
export function isoDate(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = year >= 1970 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  const twoDigits = (part: number) => String(part).padStart(2, '0');
  return isReal ? `${year}-${twoDigits(month)}-${twoDigits(day)}` : undefined;
}
