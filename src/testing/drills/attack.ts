import { execFileSync, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { isClientPath } from '../../shared/client-paths.ts';
import { admin, openAcademy } from '../e2e/academy.ts';
import { demoStudent } from '../e2e/sign-in.ts';
import { openCanary, strangeCalls } from './attack-canary.ts';
import { type AttackTarget, attackTargets, knownNowhere, withWhole } from './attack-targets.ts';
import { counted, type Drill, runDrill } from './drill.ts';
import { strayFiles } from './stray-files.ts';
import { openVisitor, type Visitor, wanted } from './visitor.ts';

/**
 * `npm run drill -- attack`: wapiti, sqlmap and ffuf against a server of its own, those that are installed. Further
 * words: minutes for each scanner (20), which of them (all), and a folder for the reports.
 */

const [, , minutesText = '20', toolsText = 'ffuf,sqlmap,wapiti', givenFolder] = process.argv;
const minutes = Number(minutesText);
const roles = ['visitor', 'student', 'admin'] as const;
type Role = (typeof roles)[number];
type Attack = {
  drill: Drill;
  url: string;
  reports: string;
  /** A browser that signed in just now: proofs of identity grow old, and a further sign-in ends the session before. */
  enter(role: Role): Promise<Visitor>;
};

/** Values that a scanner's payloads look like; an input that refuses them all refuses the scanner's. */
const probes = ["'", ' AND 1=1', "')) OR 1=1--", '(select 1)', '%'];

/** Addresses with inputs of their own that are neither procedures nor documented rows. */
const otherDoors: AttackTarget[] = [
  '/products?q=range*',
  '/products?type=pdf*',
  '/objects/x*',
  '/api/products/1*/download',
  '/api/coaching-pdfs/1*/download',
  '/api/coaching/sessions/1*/video',
  '/api/privacy/exports/x*',
  '/api/mail/unsubscribe?token=x*',
  '/api/login?next=/kyc*',
  '/api/admin/export-purchases-csv?q=range*',
  '/api/admin/export-purchases-csv?from=2026-11-01*',
  '/api/admin/export-audit-csv?action=user*',
  '/api/admin/export-audit-csv?subjectId=user*',
].map((url) => ({ name: `GET ${url.replace('*', '')}`, method: 'GET', url, body: undefined }));

/** Left out are those that ask the internet for their lists, wapp and nikto, and buster: ffuf has looked already. */
const wapitiModules =
  'backup,blindsql,brute_login_form,cookieflags,crlf,csp,csrf,exec,file,htaccess,http_headers,methods,permanentxss,redirect,shellshock,sql,ssrf,xss,xxe';

/** What wapiti would have otherwise, and why we do not. */
const asMeant: readonly RegExp[] = [
  // It is `0`, as advised: the filter that it switched on in old browsers was itself a weakness.
  /X-XSS-Protection is not set/,
  // The drill's server is reached by http, where browsers ignore the one and would drop the other.
  /Strict-Transport-Security is not set/,
  /Secure flag is not set/i,
];

await runDrill(minutes * 5 + 5, async (drill) => {
  // The scanners leave what they find; the drill's own folder goes with it.
  const reports = givenFolder ?? (await mkdtemp(path.join(os.tmpdir(), 'attack-reports-')));
  await mkdir(reports, { recursive: true });
  const calledFile = path.join(reports, 'outgoing-calls.txt');
  const academy = await openAcademy({
    LOG_LEVEL: 'error',
    NODE_OPTIONS: `--import=${pathToFileURL(path.join(import.meta.dirname, 'outgoing-calls.ts'))}`,
    OUTGOING_CALLS_FILE: calledFile,
  });
  drill.atEnd(() => academy.remove());
  const attack: Attack = {
    drill,
    url: academy.url,
    reports,
    async enter(role) {
      const visitor = openVisitor();
      const body = role === 'admin' ? admin : demoStudent;
      if (role === 'visitor') return visitor;
      wanted(await visitor.call(academy.url, { method: 'POST', path: '/api/login', body }), 200, 'sign-in');
      return visitor;
    },
  };

  const figures: string[] = [];
  for (const [tool, run] of [
    ['ffuf', findStrayFiles],
    ['sqlmap', injectSql],
    ['wapiti', crawlAndAttack],
  ] as const) {
    if (!toolsText.split(',').includes(tool)) continue;
    figures.push(isInstalled(tool) ? `${tool} ${await run(attack)}` : `${tool} is not installed`);
    drill.say(figures.at(-1) ?? '');
  }
  // To be asked whether it is ready, on a busy machine, is no error.
  const errors = academy
    .output()
    .split('\n')
    .filter((line) => /"level":(50|60)|ERROR|FATAL/.test(line) && !line.includes('"not ready"'));
  drill.expectSame('error lines of the server', errors, []);
  const called = counted((await readFile(calledFile, 'utf8')).trim().split('\n'));
  drill.say(`the server called ${called}`);
  drill.expectSame(
    'addresses that the server called besides its own',
    await strangeCalls(calledFile, academy),
    [],
  );
  // A machine that is busy with more than this drill may be late with it.
  let isReady = false;
  for (let round = 0; round < 30 && !isReady; round += 1) {
    const answer = await fetch(`${academy.url}/readyz`);
    isReady = answer.ok;
    if (isReady) break;
    drill.say(`not ready: ${await answer.text()}`);
    await sleep(1_000);
  }
  drill.expectSame('alive afterwards', isReady, true);
  await writeFile(path.join(reports, 'server.log'), academy.output());
  return `${figures.join('; ')}; reports in ${reports}`;
});

function isInstalled(tool: string): boolean {
  try {
    execFileSync('which', [tool], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Runs a scanner with its output in the reports. @returns what it printed */
async function runTool(
  { reports, drill }: Attack,
  report: string,
  [tool = '', ...words]: string[],
  seconds: number,
): Promise<string> {
  const child = spawn('timeout', ['--kill-after=10', String(Math.ceil(seconds)), tool, ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, HOME: drill.folder },
  });
  const file = createWriteStream(path.join(reports, `${report}.txt`));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
      file.write(chunk);
    });
  }
  await new Promise((resolve) => child.once('close', resolve));
  file.end();
  return output;
}

/** Files that nobody should have left there: whatever is no page of the client is missing, or closed to visitors. */
async function findStrayFiles(attack: Attack): Promise<string> {
  const { drill, url, reports } = attack;
  const list = path.join(drill.folder, 'stray-files.txt');
  await writeFile(list, strayFiles.join('\n'));
  const said: string[] = [];
  for (const role of roles) {
    const report = path.join(reports, `ffuf-${role}.json`);
    const command = ['ffuf', '-s', '-u', `${url}/FUZZ`, '-w', list, '-t', '2', '-timeout', '60'];
    const own = (await attack.enter(role)).cookie();
    const cookie = own === '' ? [] : ['-H', `Cookie: ${own}`];
    await runTool(
      attack,
      `ffuf-${role}`,
      [...command, ...cookie, '-mc', 'all', '-of', 'json', '-o', report],
      minutes * 60,
    );
    const { results } = z
      .object({
        results: z.array(z.object({ input: z.object({ FUZZ: z.string() }), status: z.number() })),
      })
      .parse(JSON.parse(await readFile(report, 'utf8')));
    // A line that broke, as on a busy machine, is no answer.
    for (const word of strayFiles.filter((path) => !results.some(({ input }) => input.FUZZ === path))) {
      const { status } = await fetch(`${url}/${word}`, { headers: { cookie: own }, redirect: 'manual' });
      results.push({ input: { FUZZ: word }, status });
    }
    const found = results.filter(
      ({ input, status }) => ![400, 401, 404].includes(status) && !isClientPath(`/${input.FUZZ}`),
    );
    drill.expectSame(
      `stray files as ${role}`,
      found.map(({ input, status }) => `${status} /${input.FUZZ}`),
      [],
    );
    said.push(`${role} ${counted(results.map(({ status }) => status))}`);
  }
  return `${strayFiles.length} paths: ${said.join('; ')}`;
}

/**
 * Each text and number that the server takes. Those that a schema closes are counted; where one of the probes comes
 * through, sqlmap tries all of level 3.
 */
async function injectSql(attack: Attack): Promise<string> {
  const { drill, url } = attack;
  const visitors = { student: await attack.enter('student'), admin: await attack.enter('admin') };
  const products = z
    .array(z.object({ id: z.number() }))
    .parse(await (await fetch(`${url}/api/products`)).json());
  const targets = [...attackTargets(knownNowhere(products.map(({ id }) => id))), ...otherDoors];
  const open: { target: AttackTarget; role: Role; reach: number }[] = [];
  const failed: string[] = [];
  for (const target of targets) {
    for (const role of ['student', 'admin'] as const) {
      // One after the other: several exports at once are refused as too many.
      const statuses: number[] = [];
      for (const probe of probes) statuses.push(await send(visitors[role], url, target, probe));
      if (statuses.some((status) => status >= 500)) failed.push(`${target.name} ${counted(statuses)}`);
      if (statuses.every((status) => status === 403)) continue;
      const reach = statuses.filter((status) => ![400, 401, 403].includes(status)).length;
      if (reach > 0) open.push({ target, role, reach });
      break;
    }
  }
  drill.say(
    `${await nameListener(attack, targets, visitors)} times was the listener's address sent as a value`,
  );
  // Where most of them came through comes first, should the time not do for all.
  open.sort((one, other) => other.reach - one.reach);
  drill.expectSame('probes answered with 500 and more', failed, []);
  drill.say(`${targets.length} inputs, ${open.length} take something that no schema refuses`);

  const candidates = open.length;
  const endAt = Date.now() + minutes * 60_000;
  const outcomes: {
    target: string;
    role: Role;
    outcome: 'injectable' | 'withstood' | 'cut off' | 'signed out';
  }[] = [];
  // Most at once that a machine which also runs the server has room for.
  await Promise.all([1, 2].map(worker));
  async function worker(): Promise<void> {
    for (;;) {
      const next = Date.now() < endAt ? open.shift() : undefined;
      if (!next) return;
      const { target, role } = next;
      const visitor = await attack.enter(role);
      const output = await runTool(
        attack,
        `sqlmap-${target.name.replaceAll(/[^\w.]+/g, '-')}`,
        [
          ...['sqlmap', '--batch', '--flush-session', '--level=3', '--risk=2', '--dbms=PostgreSQL'],
          ...['--technique=BEUST', '--time-sec=3', '--timeout=30', '--retries=1', '--disable-coloring'],
          ...['--skip-waf', '--ignore-code=400,401,403,404,409,429', '--drop-set-cookie'],
          // What is marked is attacked, and not the headers again with each of hundreds of inputs.
          ...['--skip=user-agent,referer,host,cookie', '--output-dir', path.join(drill.folder, 'sqlmap')],
          ...['--url', url + target.url, '--method', target.method, '--cookie', visitor.cookie()],
          ...(target.body === undefined
            ? []
            : ['--data', target.body, '--headers', 'Content-Type: application/json']),
        ],
        Math.min(480, (endAt - Date.now()) / 1000 + 60),
      );
      const isFound = /identified the following injection point|is vulnerable/.test(output);
      const isOver = output.includes('do not appear to be injectable');
      // Signed out on the way means that nothing was tried.
      const isSignedIn = (await visitor.call(url, { method: 'GET', path: '/api/user' })).status === 200;
      const outcome = isFound ? 'injectable' : !isOver ? 'cut off' : isSignedIn ? 'withstood' : 'signed out';
      outcomes.push({ target: target.name, role, outcome });
    }
  }
  await writeFile(
    path.join(attack.reports, 'sqlmap.txt'),
    outcomes.map(({ target, role, outcome }) => `${outcome}\t${role}\t${target}`).join('\n'),
  );
  const injectable = outcomes.filter(({ outcome }) => outcome === 'injectable');
  drill.expectSame(
    'injectable',
    injectable.map(({ target }) => target),
    [],
  );
  const figures = counted(outcomes.map(({ outcome }) => outcome));
  return `${targets.length} inputs: ${targets.length - candidates} closed by a schema; of the other ${candidates} at level 3 ${figures || 'none tried'}`;
}

async function send(visitor: Visitor, url: string, target: AttackTarget, probe: string): Promise<number> {
  const answer = await fetch(url + target.url.replace('*', () => encodeURIComponent(probe)), {
    method: target.method,
    headers: {
      cookie: visitor.cookie(),
      ...(target.body !== undefined && { 'content-type': 'application/json' }),
    },
    body: target.body?.replace('*', () => JSON.stringify(probe).slice(1, -1)) ?? null,
    redirect: 'manual',
    signal: AbortSignal.timeout(60_000),
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** Sends the address of a listener as every text: whether the server calls there stands in `outgoing-calls.txt`. */
async function nameListener(
  { drill, url }: Attack,
  targets: readonly AttackTarget[],
  visitors: Record<'student' | 'admin', Visitor>,
): Promise<number> {
  const canary = await openCanary(drill);
  let sent = 0;
  for (const role of ['student', 'admin'] as const) {
    for (const target of targets) {
      await send(visitors[role], url, withWhole(target, `${canary.url}picture.png`), '');
      sent += 1;
    }
  }
  drill.expectSame('calls to the listener that was named', canary.calls(), 0);
  return sent;
}

async function crawlAndAttack(attack: Attack): Promise<string> {
  const { drill, url, reports } = attack;
  // Crawling takes a part of a role's share, each of the modules a part of the rest.
  const seconds = (minutes * 60) / roles.length;
  const canary = await openCanary(drill);
  const starts = await startAddresses(url);
  const said: string[] = [];
  for (const role of roles) {
    const visitor = await attack.enter(role);
    const { cookie } = visitor;
    const report = path.join(reports, `wapiti-${role}.json`);
    await runTool(
      attack,
      `wapiti-${role}`,
      [
        ...['wapiti', '-u', `${url}/`, '-m', wapitiModules, '-f', 'json', '-o', report, '--flush-session'],
        ...['--scope', 'domain', '--no-bugreport', '-v', '1', '-t', '20', '-d', '6', '--verify-ssl', '0'],
        ...['--max-scan-time', String(seconds / 5), '--max-attack-time', String(seconds / 6)],
        ...['--external-endpoint', canary.url, '--internal-endpoint', canary.url],
        ...['--store-session', drill.folder, '--store-config', drill.folder],
        ...(cookie() === '' ? [] : ['-H', `Cookie: ${cookie()}`]),
        ...starts.flatMap((start) => ['-s', start]),
      ],
      seconds * 2,
    );
    const { status } = await visitor.call(url, { method: 'GET', path: '/api/user' });
    drill.expectSame(`the session of wapiti's ${role} at the end`, status, role === 'visitor' ? 401 : 200);
    const found = await wapitiFindings(report);
    drill.expectSame(`wapiti's findings as ${role}`, found, []);
    said.push(`${role} ${found.length}`);
  }
  drill.say(
    `${canary.calls()} calls to the address that the scanner named, ${canary.ofScanner()} of them its own`,
  );
  return `findings: ${said.join(', ')} from ${starts.length} addresses`;
}

/** The pages link little that a crawler without scripts could see, so it is given every read with its parameters. */
async function startAddresses(url: string): Promise<string[]> {
  const targets = [...attackTargets(knownNowhere([1])), ...otherDoors];
  const reads = targets.filter(({ method }) => method === 'GET').map((target) => target.url.replace('*', ''));
  const pages = [
    '/',
    '/auth',
    '/products',
    '/kyc',
    '/api/docs',
    '/privacy-policy',
    '/payment-error?reason=x',
  ];
  return [...new Set([...pages, ...reads])].map((read) => url + read);
}

async function wapitiFindings(report: string): Promise<string[]> {
  const finding = z.object({ method: z.string(), path: z.string(), info: z.string() });
  const { vulnerabilities, anomalies } = z
    .object({
      vulnerabilities: z.record(z.string(), z.array(finding)),
      anomalies: z.record(z.string(), z.array(finding)),
    })
    .parse(JSON.parse(await readFile(report, 'utf8')));
  return Object.entries({ ...vulnerabilities, ...anomalies }).flatMap(([kind, found]) =>
    found
      .filter(({ info }) => !asMeant.some((known) => known.test(info)))
      .map(({ method, path: place, info }) => `${kind}: ${method} ${place} ${info}`),
  );
}
