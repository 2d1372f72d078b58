import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { playDeals } from './hands-parts/play-deals.ts';

/**
 * `npm run hands -- --deals FILE`: plays the deals of a JSON file by the rules of no-limit hold'em and prints one JSON
 * line per deal, to compare the rules with those of another program.
 */
const { values } = parseArgs({ options: { deals: { type: 'string' } } });
if (values.deals === undefined) {
  console.error('Name the file of deals: npm run hands -- --deals FILE');
  process.exit(2);
}
for (const line of playDeals(JSON.parse(await readFile(values.deals, 'utf8')))) {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
