/**
 * The text of a file of hand histories: UTF-8 or UTF-16 with its mark, else UTF-8, else Windows-1252, in which old
 * clients saved euros.
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  // Without a mark, zero bytes beside letters tell UTF-16.
  if (second === 0 && first !== 0) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

const breaks = /\r\n?|\n|\u2028/;
/** Spaces of other widths, and signs that nobody sees. */
const unusual = /[\0\u00a0\u00ad\u2000-\u200f\u202f\u205f\u2060\u3000\ufeff\t]/;
const unseen = '\0\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff';
const tags = /\[\/?(?:b|i|u|code|quote|size|color|spoiler|hand)(?:=[^\]\n]{0,40})?\]/gi;
const cardTags = /:([2-9TJQKA]|10)([shdc]):/gi;

/**
 * The lines of a text as readers take them: plain spaces, no spaces at the end, without marks of quoted mail and tags of
 * forums. Line numbers stay.
 */
export function linesOf(text: string): string[] {
  const plain = unusual.test(text)
    ? text
        .replaceAll('Â\u00a0', ' ')
        .replace(new RegExp(unusual, 'g'), (sign) => (unseen.includes(sign) ? '' : ' '))
    : text;
  const found = plain.split(breaks);
  // Several games of a session may stand in one line.
  const lines = found.some(hasGames) ? plain.replaceAll('<game ', '\n<game ').split(breaks) : found;
  const isQuoted = lines.every((line) => line === '' || line.startsWith('>'));
  const isForum = plain.includes('[/') || cardTags.test(plain);
  cardTags.lastIndex = 0;
  return lines.map((line) => {
    let clean = line;
    if (isQuoted) clean = clean.replace(/^(?:> ?)+/, '');
    if (isForum) clean = clean.replace(tags, '').replace(cardTags, '$1$2');
    return clean.trim();
  });
}

function hasGames(line: string): boolean {
  const first = line.indexOf('<game ');
  return first !== -1 && (line.includes('<game ', first + 1) || (first > 0 && line.includes('<session')));
}
