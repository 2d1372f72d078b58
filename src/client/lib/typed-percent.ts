/** A typed percentage from 0 to 100, such as `33`, `33.3 %` or `33,3`; undefined for any other text. */
export function typedPercent(text: string): number | undefined {
  const number = text.trim().replace(/\s*%$/, '').replace(',', '.');
  const percent = Number(number);
  return number !== '' && percent >= 0 && percent <= 100 ? percent : undefined;
}
