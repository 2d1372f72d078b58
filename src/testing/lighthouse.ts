import { execFileSync } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import lighthouse, { type Result } from 'lighthouse';
import { openDebuggableChromium } from './debuggable-chromium.ts';
import { openAcademy } from './e2e/academy.ts';
import { medianSpeed, missedTargets, type PageSpeed, speedTable } from './page-speed.ts';

/**
 * `npm run lighthouse [-- --runs=3 --page=/products --throttling=simulate]`: measures the public pages on a phone
 * with a slow connection, with the built client and a new academy with demo data. Fails below the targets of
 * `page-speed.ts`. Sends no requests outside this machine.
 */

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    page: {
      type: 'string',
      multiple: true,
      default: ['/', '/products', '/auth', '/privacy-policy', '/terms-of-service'],
    },
    throttling: { type: 'string', multiple: true, default: ['simulate', 'devtools'] },
  },
});
const runs = Math.max(1, Number(values.runs) || 1);
const ways = (['simulate', 'devtools'] as const).filter((way) => values.throttling.includes(way));

/** On a busy machine a trace may lack its beginning; Lighthouse then requests another run. */
const tries = 4;

async function measure(
  address: string,
  throttling: PageSpeed['throttling'],
  port: number,
): Promise<PageSpeed> {
  let trouble = 'no answer';
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const answer = await lighthouse(address, {
      port,
      throttlingMethod: throttling,
      logLevel: 'error',
      output: 'json',
      // The full-page screenshot is for reports, which are not saved.
      disableFullPageScreenshot: true,
    });
    if (answer && !answer.lhr.runtimeError) return read(answer.lhr, new URL(address).pathname, throttling);
    trouble = answer?.lhr.runtimeError?.message ?? trouble;
  }
  throw new Error(`Lighthouse could not measure ${address}: ${trouble}`);
}

function read(result: Result, page: string, throttling: PageSpeed['throttling']): PageSpeed {
  const score = (category: string) => Math.round((result.categories[category]?.score ?? 0) * 100);
  const figure = (audit: string) => {
    const value = result.audits[audit]?.numericValue;
    if (value === undefined) throw new Error(`Lighthouse did not measure ${audit} of ${page}`);
    return value;
  };
  const counted = Object.values(result.categories).flatMap(({ auditRefs }) =>
    auditRefs.filter(({ weight }) => weight > 0).map(({ id }) => id),
  );
  const failed = counted.flatMap((id) => {
    const audit = result.audits[id];
    if (!audit || audit.score === null || audit.score >= 0.9) return [];
    return [`${audit.title}${audit.displayValue ? ` (${audit.displayValue})` : ''}`];
  });
  return {
    page,
    throttling,
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      bestPractices: score('best-practices'),
      seo: score('seo'),
    },
    firstPaint: figure('first-contentful-paint'),
    largestPaint: figure('largest-contentful-paint'),
    blocked: figure('total-blocking-time'),
    shift: figure('cumulative-layout-shift'),
    failed,
  };
}

execFileSync(process.execPath, [path.join(import.meta.dirname, '../client/build.ts')], { stdio: 'inherit' });
const browser = await openDebuggableChromium();
const academy = await openAcademy({ LOG_LEVEL: 'silent' });
const speeds: PageSpeed[] = [];
try {
  for (const page of values.page) {
    const address = `${academy.url}${page}`;
    // Every visitor except the first after a start receives the cached page.
    await (await fetch(address)).arrayBuffer();
    for (const throttling of ways) {
      const first = await measure(address, throttling, browser.port);
      const more: PageSpeed[] = [];
      while (more.length < runs - 1) more.push(await measure(address, throttling, browser.port));
      speeds.push(medianSpeed([first, ...more]));
    }
  }
} finally {
  await browser.close();
  await academy.remove();
}
process.stdout.write(`${speedTable(speeds)}\n`);
if (speeds.some((speed) => missedTargets(speed).length > 0)) process.exitCode = 1;
