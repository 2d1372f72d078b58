/** Lighthouse's results for a page, and the targets for them. */

export type PageSpeed = {
  page: string;
  /** `simulate` computes the figures of a phone on slow 4G from a fast run; `devtools` throttles the run itself. */
  throttling: 'simulate' | 'devtools';
  /** Whether it is a page of the demo student, which search engines do not list. */
  signedIn: boolean;
  /** 0 to 100. */
  scores: { performance: number; accessibility: number; bestPractices: number; seo: number };
  /** Milliseconds: First and Largest Contentful Paint, and Total Blocking Time. */
  fcp: number;
  lcp: number;
  tbt: number;
  /** `tbt` of the same HTML hydrated by react-dom alone, measured after the page; absent for a student's pages. */
  bareTbt?: number;
  /** Cumulative Layout Shift, which has no unit. */
  cls: number;
  /** The titles of the audits that affect a score and scored below 0.9. */
  failed: string[];
};

const speedTargets = {
  performance: 95,
  accessibility: 100,
  bestPractices: 100,
  seo: 95,
  lcp: 2_000,
  lcpSignedIn: 2_500,
  tbt: 100,
  /** `tbt` as a multiple of `bareTbt`. */
  bareRatio: 1.3,
  cls: 0.02,
} as const;

/** Milliseconds. Shorter blocking times are noise and count as this much in the ratio. */
const minTbt = 50;

function bareRatio({ tbt, bareTbt }: PageSpeed): number | undefined {
  if (bareTbt === undefined) return undefined;
  return Math.max(tbt, minTbt) / Math.max(bareTbt, minTbt);
}

/** @returns one line for each missed target */
export function missedTargets(run: PageSpeed): string[] {
  const { signedIn, scores, lcp, tbt, cls } = run;
  const atLeast = (name: keyof PageSpeed['scores']) =>
    scores[name] < speedTargets[name] ? [`${name} ${scores[name]} is below ${speedTargets[name]}`] : [];
  const atMost = (name: string, value: number, limit: number) =>
    value > limit ? [`${name} ${Math.round(value * 1_000) / 1_000} is above ${limit}`] : [];
  return [
    ...atLeast('performance'),
    ...atLeast('accessibility'),
    ...atLeast('bestPractices'),
    ...(signedIn ? [] : atLeast('seo')),
    ...atMost('LCP (ms)', lcp, signedIn ? speedTargets.lcpSignedIn : speedTargets.lcp),
    ...atMost('TBT (ms)', tbt, speedTargets.tbt),
    ...atMost('TBT relative to that of bare React:', bareRatio(run) ?? 0, speedTargets.bareRatio),
    ...atMost('CLS', cls, speedTargets.cls),
  ];
}

/**
 * The median of each figure, or the upper one of two middle figures. An audit counts as failed if it failed in any run.
 */
export function medianSpeed(runs: readonly [PageSpeed, ...PageSpeed[]]): PageSpeed {
  const middle = (read: (run: PageSpeed) => number) => {
    const sorted = runs.map(read).sort((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)] ?? 0;
  };
  return {
    page: runs[0].page,
    throttling: runs[0].throttling,
    signedIn: runs[0].signedIn,
    scores: {
      performance: middle((run) => run.scores.performance),
      accessibility: middle((run) => run.scores.accessibility),
      bestPractices: middle((run) => run.scores.bestPractices),
      seo: middle((run) => run.scores.seo),
    },
    fcp: middle((run) => run.fcp),
    lcp: middle((run) => run.lcp),
    tbt: middle((run) => run.tbt),
    ...(runs[0].bareTbt !== undefined && { bareTbt: middle((run) => run.bareTbt ?? 0) }),
    cls: middle((run) => run.cls),
    failed: [...new Set(runs.flatMap((run) => run.failed))].sort(),
  };
}

const columns = [
  ['page', (run: PageSpeed) => run.page],
  ['throttling', (run: PageSpeed) => run.throttling],
  ['performance', (run: PageSpeed) => String(run.scores.performance)],
  ['accessibility', (run: PageSpeed) => String(run.scores.accessibility)],
  ['best practices', (run: PageSpeed) => String(run.scores.bestPractices)],
  ['SEO', (run: PageSpeed) => String(run.scores.seo)],
  ['FCP', (run: PageSpeed) => seconds(run.fcp)],
  ['LCP', (run: PageSpeed) => seconds(run.lcp)],
  ['TBT', (run: PageSpeed) => `${Math.round(run.tbt)} ms`],
  ['bare React (TBT)', (run: PageSpeed) => bareText(run)],
  ['CLS', (run: PageSpeed) => run.cls.toFixed(3)],
] as const;

function bareText(run: PageSpeed): string {
  const ratio = bareRatio(run);
  return ratio === undefined ? '' : `${Math.round(run.bareTbt ?? 0)} ms (${ratio.toFixed(2)})`;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(2)} s`;
}

/** One line per page and throttling method, in aligned columns, then the failed audits and missed targets. */
export function speedTable(speeds: readonly PageSpeed[]): string {
  const rows = [
    columns.map(([title]) => title),
    ...speeds.map((run) => columns.map(([, read]) => read(run))),
  ];
  const widths = columns.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const notes = speeds.flatMap((run) => [
    ...run.failed.map((audit) => `${run.page} (${run.throttling}): ${audit}`),
    ...missedTargets(run).map((miss) => `${run.page} (${run.throttling}): MISSED ${miss}`),
  ]);
  return [...lines, ...(notes.length > 0 ? ['', ...notes] : [])].join('\n');
}
