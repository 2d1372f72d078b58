export type DecimalSign = '.' | ',';

const symbols = new Map([
  ['$', 'USD'],
  ['US$', 'USD'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  // UTF-8 that was read as Windows-1252.
  ['â‚¬', 'EUR'],
  ['Â£', 'GBP'],
  ['₹', 'INR'],
  ['¥', 'CNY'],
  ['C$', 'CAD'],
  ['kr', 'SEK'],
]);
const codes = new Set(
  'USD EUR GBP INR CNY CAD SEK DKK NOK PLN BRL AUD MXN RUB RSD RON CZK HUF CHF TRY UAH BGN NZD JPY HKD PHP'.split(
    ' ',
  ),
);

/** The ISO code of a symbol or code next to an amount. @returns null for chips, undefined for another word */
export function currencyOf(word: string): string | null | undefined {
  if (word === '' || word === 'chips') return null;
  return symbols.get(word) ?? (codes.has(word) ? word : undefined);
}

/** The currency of an amount such as `$0.05 USD` or `2 €`. @returns null for chips and unknown currencies */
export function currencyIn(text: string): string | null {
  const { before, after } = partsOf(text);
  return currencyOf(after) ?? currencyOf(before) ?? null;
}

function partsOf(text: string): { before: string; digits: string; after: string } {
  let start = 0;
  let end = text.length;
  while (start < end && !isDigit(text.charCodeAt(start))) start += 1;
  while (end > start && !isDigit(text.charCodeAt(end - 1))) end -= 1;
  return {
    before: text.slice(0, start).trim(),
    digits: text.slice(start, end),
    after: text.slice(end).trim(),
  };
}

const isDigit = (code: number) => code >= 48 && code <= 57;

/**
 * Reads an amount as poker rooms write it: `1,234.56`, `1.234,56`, `1 123 698`, `0,02$`, `$0.05 USD`. Three digits
 * after the only separator are thousands.
 * @param decimal - the separator before cents, if another amount of the hand shows it
 * @returns units of 1/100; undefined if the text is anything other than one amount
 */
export function parseAmount(text: string, decimal?: DecimalSign): number | undefined {
  const { before, digits, after } = partsOf(text);
  if (digits === '' || digits.length > 20) return undefined;
  if (currencyOf(before) === undefined || currencyOf(after) === undefined) return undefined;
  let lastSign = -1;
  for (let index = digits.length - 1; index >= 0; index -= 1) {
    if (!isDigit(digits.charCodeAt(index))) {
      lastSign = index;
      break;
    }
  }
  if (lastSign === -1) return safe(thousands(digits, '') * 100);
  const sign = digits.charAt(lastSign);
  const fraction = digits.slice(lastSign + 1);
  if (fraction.length > 2) {
    return sign === decimal ? undefined : safe(thousands(digits, sign) * 100);
  }
  if ((sign !== '.' && sign !== ',') || (decimal !== undefined && sign !== decimal)) return undefined;
  const whole = thousands(digits.slice(0, lastSign), sign === '.' ? ',' : '.');
  return safe(whole * 100 + Number(fraction.padEnd(2, '0')));
}

/**
 * A whole number, with or without a separator between groups of three digits.
 * @returns NaN for groups of another length, and for leading zeros: `002` may be cents whose separator is lost
 */
function thousands(text: string, usual: string): number {
  if (isWhole(text)) return text.length > 1 && text.startsWith('0') ? Number.NaN : Number(text);
  const sign = [' ', '’', "'"].find((each) => text.includes(each)) ?? usual;
  const groups = text.split(sign);
  const [first = '', ...others] = groups;
  const isGrouped =
    others.length > 0 && /^[1-9]\d{0,2}$/.test(first) && others.every((group) => /^\d{3}$/.test(group));
  return isGrouped ? Number(groups.join('')) : Number.NaN;
}

function isWhole(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) if (!isDigit(text.charCodeAt(index))) return false;
  return text !== '';
}

const safe = (units: number) => (units >= 0 && units <= 1e13 ? units : undefined);
