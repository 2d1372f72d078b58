import { dayText } from '../../shared/day-text.ts';

type StampFacts = {
  firstName: string;
  lastName: string;
  email: string;
  /** The purchase number as on the receipt; null if the file was not bought separately. */
  purchaseId: string | null;
  userId: string;
};

/**
 * The user's data in the stamp: the name if Latin-1 can represent it, the masked email, and the order or member
 * number.
 */
export function stampText(facts: StampFacts): string {
  const name = latinName(`${facts.firstName} ${facts.lastName}`);
  const order =
    facts.purchaseId === null ? `Member ${facts.userId.slice(0, 8)}` : `Order ${facts.purchaseId}`;
  return [name, maskedEmail(facts.email), order].filter(Boolean).join(' · ');
}

/** The complete line of the stamp. @param at - ISO 8601; the time of the purchase or, without one, of stamping */
export function stampLine(facts: StampFacts, at: string): string {
  return `${stampText(facts)} · ${dayText(at)}`;
}

/** `d***@example.test`: recognizable to its owner, but not usable by others. */
function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const [first = ''] = email.slice(0, at);
  return latinName(`${first}***${email.slice(at)}`) || '***';
}

const asciiLetters: Record<string, string> = {
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
  œ: 'oe',
  Œ: 'OE',
  '’': "'",
  '‘': "'",
  '–': '-',
  '—': '-',
};

/** Converts text to Latin-1, which the standard PDF fonts support, and drops unsupported accents and characters. */
export function latinText(text: string): string {
  return latinLetters(text).join('').trim();
}

/**
 * Like `latinText`, but empty if less than half of the characters would remain, such as for a name in another script,
 * or if neither a letter nor an asterisk (of a masked email) would remain.
 */
export function latinName(text: string): string {
  const letters = latinLetters(text);
  const remaining = letters.filter((letter) => letter !== '').length;
  const name = letters.join('').trim();
  return remaining * 2 < letters.length || !/[\p{L}*]/u.test(name) ? '' : name;
}

/** The Latin-1 form of each character, or an empty string if it has none. */
function latinLetters(text: string): string[] {
  return [...text.normalize('NFC').replace(/\s+/g, ' ').trim()].map((letter) => {
    const plain = asciiLetters[letter] ?? letter;
    if (isLatin(plain)) return plain;
    const base = letter.normalize('NFKD').replace(/\p{M}/gu, '');
    return isLatin(base) ? base : '';
  });
}

function isLatin(text: string): boolean {
  return /^[\x20-\x7e\xa1-\xac\xae-\xff]+$/.test(text);
}
