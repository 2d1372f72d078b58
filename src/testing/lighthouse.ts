import { execFileSync } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import lighthouse, { type Result } from 'lighthouse';
import { openBareReact } from './bare-react.ts';
import { openDebuggableChromium } from './debuggable-chromium.ts';
import { startAcademy } from './e2e/academy.ts';
import { demoStudent, signInCookie } from './e2e/sign-in.ts';
import { medianSpeed, missedTargets, type PageSpeed, speedTable } from './page-speed.ts';

/**
 * `npm run lighthouse [-- --runs=3 --page=/products --student-page=/coaching --throttling=simulate]`: measures public
 * pages and pages of the demo student as on a phone with a slow connection, on a new academy with demo data and the
 * built client. Each public page is compared with the same page hydrated by react-dom alone. Fails if a target of
 * `page-speed.ts` is missed. Sends no requests outside this machine.
 */

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '3' },
    page: {
      type: 'string',
      multiple: true,
      default: ['/', '/products', '/auth', '/privacy-policy', '/terms-of-service'],
    },
    'student-page': {
      type: 'string',
      multiple: true,
      default: [
        '/coaching',
        '/practice',
        '/hands',
        '/goals',
        '/profile',
        '/kyc',
        '/products/1',
        '/read/plan/1',
      ],
    },
    throttling: { type: 'string', multiple: true, default: ['simulate', 'devtools'] },
  },
});
const runs = Math.max(1, Number(values.runs) || 1);
const throttlingMethods = (['simulate', 'devtools'] as const).filter((way) =>
  values.throttling.includes(way),
);

/** On a busy machine, the beginning of a trace may be missing, and Lighthouse reports an error. */
const maxAttempts = 4;

async function measure(
  url: string,
  throttling: PageSpeed['throttling'],
  cookie: string | undefined,
): Promise<PageSpeed> {
  let problem = 'no result';
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const result = await lighthouse(url, {
      port: browser.port,
      ...(cookie !== undefined && { extraHeaders: { cookie } }),
      throttlingMethod: throttling,
      logLevel: 'error',
      output: 'json',
      // The full-page screenshot is for reports, which are not saved.
      disableFullPageScreenshot: true,
    });
    if (result && !result.lhr.runtimeError) {
      const page = new URL(url).pathname;
      return { ...read(result.lhr), page, throttling, signedIn: cookie !== undefined };
    }
    problem = result?.lhr.runtimeError?.message ?? problem;
  }
  throw new Error(`Lighthouse could not measure ${url}: ${problem}`);
}

function read(result: Result): Omit<PageSpeed, 'page' | 'throttling' | 'signedIn'> {
  const score = (category: string) => Math.round((result.categories[category]?.score ?? 0) * 100);
  const figure = (audit: string) => {
    const value = result.audits[audit]?.numericValue;
    if (value === undefined) throw new Error(`Lighthouse did not measure ${audit}`);
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
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      bestPractices: score('best-practices'),
      seo: score('seo'),
    },
    fcp: figure('first-contentful-paint'),
    lcp: figure('largest-contentful-paint'),
    tbt: figure('total-blocking-time'),
    cls: figure('cumulative-layout-shift'),
    failed,
  };
}

execFileSync(process.execPath, [path.join(import.meta.dirname, '../client/build.ts')], { stdio: 'inherit' });
const browser = await openDebuggableChromium();
const academy = await startAcademy({ LOG_LEVEL: 'silent' });
const bare = await openBareReact(academy.url);
const speeds: PageSpeed[] = [];

async function measurePage(page: string, cookie: string | undefined): Promise<void> {
  const url = `${academy.url}${page}`;
  // After its start, the server renders a public page for the first visitor, and all others get it from the cache. This
  // request is that of the first visitor.
  await (await fetch(url, { headers: cookie === undefined ? {} : { cookie } })).arrayBuffer();
  for (const throttling of throttlingMethods) {
    const first = await measureOnce(page, throttling, cookie);
    const more: PageSpeed[] = [];
    while (more.length < runs - 1) more.push(await measureOnce(page, throttling, cookie));
    speeds.push(medianSpeed([first, ...more]));
  }
}

/** Measures a page. A visitor's page is followed by its bare page, so that other load on the machine affects both. */
async function measureOnce(
  page: string,
  throttling: PageSpeed['throttling'],
  cookie: string | undefined,
): Promise<PageSpeed> {
  const speed = await measure(academy.url + page, throttling, cookie);
  if (cookie !== undefined) return speed;
  const { tbt } = await measure(bare.url + page, throttling, undefined);
  return { ...speed, bareTbt: tbt };
}

try {
  // Warm-up: in a browser that was just started, the main thread is blocked several times as long as later.
  await measure(academy.url, throttlingMethods[0] ?? 'simulate', undefined);
  for (const page of values.page) await measurePage(page, undefined);
  const cookie = await signInCookie(academy.url, demoStudent);
  for (const page of values['student-page']) await measurePage(page, cookie);
} finally {
  await browser.close();
  await bare.close();
  await academy.remove();
}
process.stdout.write(`${speedTable(speeds)}\n`);
if (speeds.some((speed) => missedTargets(speed).length > 0)) process.exitCode = 1;
