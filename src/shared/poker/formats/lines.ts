const breaks = /\r\n?|\n|\u2028/;
const invisible = /[\0\u00ad\u200b-\u200f\u2060\ufeff]/g;
const unusualSpaces = /Â?\u00a0|[\u2000-\u200a\u202f\u205f\u3000\t]/g;
const tags = /\[\/?(?:b|i|u|code|quote|size|color|spoiler|hand)(?:=[^\]\n]{0,40})?\]/gi;
const cardTags = /:([2-9TJQKA]|10)([shdc]):/gi;

/**
 * The lines of a text in the form that parsers expect: trimmed, with plain spaces, dashes and quotation marks, without
 * forum tags and code fences, and without quote marks if the whole text is a quotation. Line numbers are those of the
 * text. The exception is an iPoker session (XML) in which a game shares its line with another game or with the head of
 * the session; there, each game begins a line.
 */
export function linesOf(text: string): string[] {
  const plain = text
    .replace(invisible, '')
    .replace(unusualSpaces, ' ')
    // Blogs replace hyphens and straight quotation marks.
    .replaceAll('–', '-')
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"');
  // Parsers split lines at spaces, so the amount in `Rs. 40` would lose its currency.
  const rupees = plain.includes('Rs. ') ? plain.replaceAll(/\bRs\. (?=\d)/g, '₹') : plain;
  const found = rupees.split(breaks);
  // An iPoker session may be on one line.
  const lines = found.some(hasGames) ? rupees.replaceAll('<game ', '\n<game ').split(breaks) : found;
  const isQuoted = lines.every((line) => line === '' || line.startsWith('>'));
  const isForum = plain.includes('[/') || cardTags.test(plain);
  cardTags.lastIndex = 0;
  return lines.map((line) => {
    let clean = line;
    if (isQuoted) clean = clean.replace(/^(?:> ?)+/, '');
    if (isForum) clean = clean.replace(tags, '').replace(cardTags, '$1$2');
    clean = clean.trim();
    return clean.startsWith('```') ? '' : clean;
  });
}

function hasGames(line: string): boolean {
  const first = line.indexOf('<game ');
  return first !== -1 && (line.includes('<game ', first + 1) || (first > 0 && line.includes('<session')));
}
