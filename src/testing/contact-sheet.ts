import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';

/**
 * `node src/testing/contact-sheet.ts [folder]`: makes `index.html` in the folder of `screens.ts`, which shows each
 * screen in its four looks side by side, with small pictures that open the full ones.
 */

const folder = path.resolve(process.argv[2] ?? 'test-results/screens');
const looks = ['390-light', '390-dark', '1440-light', '1440-dark'];
const thumbWidths: Record<string, number> = { '390': 200, '1440': 480 };
/** Long pages are cut: the sheet is for seeing them all at once. */
const thumbHeight = 600;

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

const found = new Map<string, Set<string>>();
for (const file of readdirSync(folder).toSorted()) {
  const match = /^(.+)-(390|1440)-(light|dark)\.png$/.exec(file);
  if (!match) continue;
  const [, name = '', width = '', scheme = ''] = match;
  found.set(name, (found.get(name) ?? new Set()).add(`${width}-${scheme}`));
}
if (found.size === 0) throw new Error(`no screens in ${folder}: run screens.ts first`);

mkdirSync(path.join(folder, 'small'), { recursive: true });
const rows: string[] = [];
for (const [name, drawn] of found) {
  const cells: string[] = [];
  for (const look of looks) {
    if (!drawn.has(look)) continue;
    const file = `${name}-${look}.png`;
    const width = thumbWidths[look.split('-')[0] ?? ''] ?? 200;
    const small = `${name}-${look}.webp`;
    // Twice the size it is shown in, for sharp screens.
    await sharp(path.join(folder, file))
      .resize({
        width: width * 2,
        height: thumbHeight * 2,
        fit: 'cover',
        position: 'top',
        withoutEnlargement: true,
      })
      .webp({ quality: 80 })
      .toFile(path.join(folder, 'small', small));
    cells.push(
      `<a href="${escapeHtml(file)}"><img loading="lazy" width="${width}" src="small/${escapeHtml(small)}" alt="${escapeHtml(`${name}, ${look}`)}"></a>`,
    );
  }
  rows.push(`<section><h2>${escapeHtml(name)}</h2><div>${cells.join('')}</div></section>`);
}

const sheet = path.join(folder, 'index.html');
writeFileSync(
  sheet,
  `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Screens</title>
<style>
  body { margin: 24px; font: 14px system-ui; background: #8a8f93; color: #000 }
  h2 { margin: 24px 0 8px; font-size: 16px }
  div { display: flex; gap: 12px; align-items: flex-start; overflow-x: auto }
  img { display: block; max-height: ${thumbHeight}px; object-fit: cover; object-position: top }
</style>
<h1>${found.size} screens</h1>
${rows.join('\n')}
</html>
`,
);
process.stdout.write(`${found.size} screens: ${sheet}\n`);
