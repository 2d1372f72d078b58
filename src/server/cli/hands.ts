import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { playDeals } from './hands-parts/play-deals.ts';
import { readFolder } from './hands-parts/print-hands.ts';

/**
 * `npm run hands -- FOLDER [--names]`: reads the hand histories below a folder and prints one JSON line for each hand,
 * with its amounts, or with the line that caused its rejection. Without `--names`, players are named like `Hero` and
 * `Seat 3`.
 *
 * `npm run hands -- --deals FILE`: plays the deals of a JSON file by the rules of no-limit hold'em and prints one JSON
 * line per deal, to compare the rules with those of another program.
 */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { deals: { type: 'string' }, names: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [folder] = positionals;
  const print = (line: unknown) => process.stdout.write(`${JSON.stringify(line)}\n`);

  if (values.deals !== undefined) {
    for (const line of playDeals(JSON.parse(await readFile(values.deals, 'utf8')))) print(line);
  } else if (folder !== undefined) {
    for await (const line of readFolder(folder, { names: values.names })) print(line);
  } else {
    rejectUsage(
      'Name a folder of hand histories, or a file of deals: npm run hands -- FOLDER, or --deals FILE',
    );
  }
}

function rejectUsage(message: string): void {
  console.error(message);
  process.exitCode = 2;
}

/** Whether the cause is an unknown option, or a folder or file that cannot be read. */
function isUsageError(error: unknown): error is Error {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return 'syscall' in error || String(error.code).startsWith('ERR_PARSE_ARGS_');
}

try {
  await main();
} catch (error) {
  // Any other error is a defect. Its stack is printed.
  if (!isUsageError(error)) throw error;
  rejectUsage(error.message);
}
