export type Row = {
  path: string;
  /** The minimal program for comparison, whose figure is `bare`. */
  reference: string;
  /** The figure for the table, with its unit if it has one: `1234 /s`, `12 ms`, `10,000`. */
  academy: string;
  bare: string;
  ratio: number | null;
  target: { atLeast: number } | { atMost: number } | null;
};

export type Section = { title: string; rows: readonly Row[] };
export type Circumstances = {
  /** `YYYY-MM-DD` */
  date: string;
  machine: string;
  /** Load average of the last minute. */
  load: number;
};

/** The figures of docs/performance.md, in Markdown. */
export function writeReport(sections: readonly Section[], { date, machine, load }: Circumstances): string {
  const head = `Written by \`npm run bench\` on ${date}: ${machine}. The academy and the minimal programs were measured
in turns on the same machine and database. Most figures are medians of several rounds. The load average at the end was
${load.toFixed(1)}. If it is above the number of cores, latencies include waiting for a core.
`;
  return [head, ...sections.map(table)].join('\n');
}

/**
 * The most rows of a table. Of a longer list, only the highest ratios are shown. They include all missed targets,
 * because the targets of long lists are upper limits.
 */
const longestTable = 20;
const highestShown = 7;

function table({ title, rows }: Section): string {
  const isLong = rows.length > longestTable;
  const missed = rows.filter(({ target, ratio }) => target && ratio !== null && !isMet(target, ratio)).length;
  const shown = isLong
    ? rows.toSorted((a, b) => (b.ratio ?? 0) - (a.ratio ?? 0)).slice(0, Math.max(missed, highestShown))
    : rows;
  const summary = isLong
    ? `${rows.length - missed} of ${rows.length} met their target. These have the highest ratios:\n\n`
    : '';
  const lines = shown.map(
    (row) =>
      `| ${row.path} | ${row.academy} | ${row.bare} | ${row.reference} | ${row.ratio === null ? '' : format(row.ratio)} | ${targetOf(row)} |`,
  );
  return `### ${title}

${summary}| measured | the academy | reference | what the reference is | ratio | target |
|---|---|---|---|---|---|
${lines.join('\n')}
`;
}

function format(ratio: number): string {
  return ratio >= 10 ? ratio.toFixed(1) : ratio.toFixed(2);
}

function targetOf({ target, ratio }: Row): string {
  if (target === null || ratio === null) return '';
  const words = 'atLeast' in target ? `≥ ${target.atLeast}` : `≤ ${target.atMost}`;
  return isMet(target, ratio) ? `${words} ✓` : `**${words} missed**`;
}

function isMet(target: NonNullable<Row['target']>, ratio: number): boolean {
  return 'atLeast' in target ? ratio >= target.atLeast : ratio <= target.atMost;
}

const marker = '<!-- written by npm run bench -->';

/** Replaces the figures of the page with those of a new run. */
export function replaceFigures(page: string, report: string): string {
  const at = page.indexOf(marker);
  if (at < 0) throw new Error(`docs/performance.md has no line ${marker}`);
  return `${page.slice(0, at)}${marker}\n\n${report}`;
}
