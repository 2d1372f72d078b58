import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { type BrowserContextOptions, chromium, type Page } from 'playwright';
import { admin, startAcademy } from './e2e/academy.ts';
import { overflowOf } from './e2e/overflow.ts';
import { demoApplicant, demoCoach, demoStudent, signIn } from './e2e/sign-in.ts';
import { promotionAdminShots, promotionApplicantShots, promotionVisitorShots } from './promotion-screens.ts';
import { fillAcademy, longNamed, subscriber } from './screen-data.ts';
import {
  adminShots,
  applicantShots,
  longNamedShots,
  type Shot,
  studentShots,
  subscriberShots,
  visitorShots,
} from './screen-list.ts';
import { coachShots, offlineShots, studyStudentShots } from './study-screens.ts';
import { chromiumOptions } from './system-chromium.ts';

/**
 * `npm run screens [folder] [names]`: takes screenshots of all screens at 390 and 1440 px, light and dark, as a
 * visitor and as users of each kind, on a new academy with demo data. `names` is a regular expression for the names of
 * the screenshots, for example `^admin-.*-390-dark$`.
 */

type Person = { email: string; password: string };

const widths = [390, 1440];
const schemes = ['light', 'dark'] as const;

/** Waits for the page, content that loads on scrolling, and calls that are retried. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], main .animate-pulse'));
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.waitForLoadState('networkidle');
}

async function takeScreenshot(page: Page, shot: Shot, file: string): Promise<void> {
  await shot.before?.(page);
  await page.goto(shot.path);
  const complete = !shot.name.endsWith('-loading');
  if (complete) await settle(page);
  await shot.prepare?.(page);
  if (complete) await settle(page);
  const overflow = await overflowOf(page);
  if (overflow > 0) console.warn(`${path.basename(file)} scrolls sideways by ${overflow} px`);
  await page.screenshot({ path: file, fullPage: true });
}

const folder = path.resolve(process.argv[2] ?? 'test-results/screens');
const wanted = new RegExp(process.argv[3] ?? '');
mkdirSync(folder, { recursive: true });
const browser = await chromium.launch(chromiumOptions());
const academy = await startAcademy({ LOG_LEVEL: 'silent' });
try {
  const receipt = await fillAcademy(browser, academy);
  const groups: [Shot[], Person | undefined][] = [
    [[...visitorShots, ...promotionVisitorShots], undefined],
    [[...studentShots, ...studyStudentShots, { name: 'payment-success', path: receipt }], demoStudent],
    [[...applicantShots, ...promotionApplicantShots], demoApplicant],
    [subscriberShots, subscriber],
    [offlineShots, demoStudent],
    [coachShots, demoCoach],
    [longNamedShots, longNamed],
    [[...adminShots, ...promotionAdminShots], admin],
  ];
  for (const width of widths) {
    for (const colorScheme of schemes) {
      const options: BrowserContextOptions = { viewport: { width, height: 900 }, colorScheme };
      for (const [shots, who] of groups) {
        const chosen = shots.filter(({ name }) => wanted.test(`${name}-${width}-${colorScheme}`));
        if (chosen.length === 0) continue;
        // Reduced motion, so that no dialog is captured during its fade-in.
        const context = await browser.newContext({
          ...options,
          baseURL: academy.url,
          reducedMotion: 'reduce',
        });
        if (who) await signIn(context, academy.url, who);
        for (const shot of chosen) {
          const page = await context.newPage();
          const name = `${shot.name}-${width}-${colorScheme}`;
          // A failed screenshot must not stop the others.
          await takeScreenshot(page, shot, path.join(folder, `${name}.png`)).catch((error: unknown) => {
            console.error(`${name} could not be taken:`, error);
            process.exitCode = 1;
          });
          await page.close();
        }
        await context.close();
      }
    }
  }
} finally {
  await browser.close();
  await academy.remove();
}
