import { dayText } from '../../shared/day-text.ts';

export type StampFacts = {
  firstName: string;
  lastName: string;
  email: string;
  /** The purchase number as on the receipt; null if the file was not bought separately. */
  purchaseId: string | null;
  userId: string;
};

/** The user's data in the stamp: name, masked email, and order or member number. */
export function stampText(facts: StampFacts): string {
  const name = latinText(`${facts.firstName} ${facts.lastName}`);
  const order =
    facts.purchaseId === null ? `Member ${facts.userId.slice(0, 8)}` : `Order ${facts.purchaseId}`;
  return [name, maskedEmail(facts.email), order].filter(Boolean).join(' · ');
}

/** The complete line. @param at ISO 8601 timestamp of the purchase, otherwise of the stamping */
export function stampLine(facts: StampFacts, at: string): string {
  return `${stampText(facts)} · ${dayText(at)}`;
}

/** `d***@example.test`: recognizable to its owner, but not usable by others. */
function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const [first = ''] = email.slice(0, at);
  return latinText(`${first}***${email.slice(at)}`) || '***';
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

/**
 * Converts text to Latin-1, which the standard PDF fonts support, and drops unsupported accents and characters. Returns
 * an empty string if less than half would remain, for example for a name in another script.
 */
export function latinText(text: string): string {
  const letters = [...text.normalize('NFC').replace(/\s+/g, ' ').trim()];
  const written = letters.map((letter) => {
    const plain = asciiLetters[letter] ?? letter;
    if (isLatin(plain)) return plain;
    const bare = letter.normalize('NFKD').replace(/\p{M}/gu, '');
    return isLatin(bare) ? bare : '';
  });
  const left = written.filter((part) => part !== '').length;
  return left * 2 < letters.length || !/[\p{L}*]/u.test(written.join('')) ? '' : written.join('').trim();
}

function isLatin(text: string): boolean {
  return /^[\x20-\x7e\xa1-\xac\xae-\xff]+$/.test(text);
}
