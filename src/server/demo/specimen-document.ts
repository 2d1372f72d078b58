/** A specimen identity card, so that the review screens show realistic documents. */
export async function makeDocumentImage(
  name: string,
  documentNumber: string,
  face: 'front' | 'back',
): Promise<Buffer> {
  const safeName = name.replace(/[^A-Za-z ]/g, '');
  const svg =
    face === 'front'
      ? `<rect x="60" y="150" width="220" height="270" rx="10" fill="#9fb4ba"/><circle cx="170" cy="245" r="55" fill="#e8eef0"/><path d="M85 420c10-90 160-90 170 0z" fill="#e8eef0"/>
         <text x="330" y="200" font-size="30" fill="#5a6b70">Surname, given names</text><text x="330" y="245" font-size="40" fill="#15212b">${safeName}</text>
         <text x="330" y="320" font-size="30" fill="#5a6b70">Document</text><text x="330" y="365" font-size="40" fill="#15212b">${documentNumber}</text>`
      : `<rect x="0" y="90" width="1000" height="90" fill="#4b5b60"/><text x="60" y="300" font-size="34" fill="#5a6b70">Address on record</text>
         <g fill="#15212b">${barcode(safeName)}</g>`;
  const page = `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="630" font-family="sans-serif"><rect width="1000" height="630" rx="36" fill="#dfe8ea"/>
    <text x="60" y="90" font-size="44" font-weight="700" fill="${face === 'front' ? '#0e5a68' : '#dfe8ea'}">SPECIMEN CARD</text>${svg}
    <text x="500" y="360" font-size="120" fill="#b4453a" fill-opacity="0.18" text-anchor="middle" transform="rotate(-18 500 340)">SPECIMEN</text></svg>`;
  const { default: sharp } = await import('sharp');
  return sharp(Buffer.from(page)).flatten({ background: '#ffffff' }).jpeg({ quality: 86 }).toBuffer();
}

/** Differs by name, because two users with the same image are flagged. */
function barcode(name: string): string {
  return Array.from({ length: 40 }, (_, bar) => {
    const width = 4 + ((bar * 7 + name.charCodeAt(bar % name.length)) % 12);
    return `<rect x="${60 + bar * 22}" y="430" width="${width}" height="110"/>`;
  }).join('');
}
