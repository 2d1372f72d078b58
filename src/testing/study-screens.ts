import type { Page } from 'playwright';
import { fulfillCalls } from './e2e/failing-calls.ts';
import { failing, fromElsewhere, loading, openDialog, press, type Shot } from './screen-list.ts';

/** The screenshots of hands, practice and coaching for `screens.ts`. */

async function firstHand(page: Page): Promise<void> {
  await page.locator('main ul a[href^="/hands/"]').first().click();
  await page.getByRole('region', { name: 'Replayer' }).waitFor();
}

async function askAboutFirstHand(page: Page): Promise<void> {
  await firstHand(page);
  await openDialog(/^Ask the coach$/)(page);
}

/** Opens the first hand and selects a tab next to the replayer. */
function firstHandAt(tab: string): (page: Page) => Promise<void> {
  return async (page) => {
    await firstHand(page);
    await page.getByRole('tab', { name: tab }).click();
  };
}

/** Follows the first link of a list, and waits for the heading of the page that it opens. */
function follow(link: string): (page: Page) => Promise<void> {
  return async (page) => {
    const target = page.locator(link).first();
    const title = (await target.innerText()).split('\n', 1)[0] ?? '';
    await target.click();
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
  };
}

async function answerDrill(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Drill' }).locator('ol').getByRole('button').first().click();
  await page.getByText(/^Comes back on/).waitFor();
}

async function lastOpenQuestion(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Open questions' }).getByRole('button').last().click();
  await page.getByRole('form', { name: 'Answer' }).waitFor();
}

async function firstQuestion(page: Page): Promise<void> {
  await page.locator('main ul a[href^="/questions/"]').first().click();
  await page.getByRole('region', { name: 'Replayer' }).waitFor();
}

const firstRange = follow('main li a[href^="/ranges/"]');

function inTurn(...steps: ((page: Page) => Promise<void>)[]): (page: Page) => Promise<void> {
  return async (page) => {
    for (const step of steps) await step(page);
  };
}

async function asPrinted(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' });
}

/** The size of a window of 1,280 by 1,024 px at a zoom of 400%. */
async function zoomed(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 256 });
}

async function offline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page
    .getByText(/offline/i)
    .first()
    .waitFor();
}

async function firstAcademyHand(page: Page): Promise<void> {
  await page.locator('main ul a[href*="mode=guess"]').first().click();
  await page.getByRole('region', { name: 'Replayer' }).waitFor();
  // Without the query, the hand opens outside of guess mode, where it can be edited.
  await page.goto(new URL(page.url()).pathname);
  await page.getByRole('button', { name: 'Edit title and lesson' }).waitFor();
}

export const studyStudentShots: Shot[] = [
  { name: 'hands', path: '/hands' },
  loading('hands', '/hands', /\/trpc\/[^?]*hands\.list/),
  failing('hands', '/hands', /\/trpc\/[^?]*hands\.list/),
  { name: 'hands-nothing-found', path: '/hands?q=zzzz' },
  // Opened from another page, because a server-rendered page would contain the real quota.
  fromElsewhere({
    name: 'hands-full',
    path: '/hands',
    before: (page) => fulfillCalls(page, 'hands.quota', { stored: 50, limit: 50 }),
  }),
  { name: 'hand', path: '/hands', prepare: firstHand },
  { name: 'hand-notes', path: '/hands', prepare: firstHandAt('Notes') },
  { name: 'hand-odds', path: '/hands', prepare: firstHandAt('Odds') },
  {
    name: 'hand-guess',
    path: '/hands',
    async prepare(page) {
      await page.locator('main ul a[href*="mode=guess"]').first().click();
      await page.getByRole('region', { name: 'Replayer' }).waitFor();
    },
  },
  { name: 'build-hand', path: '/hands/new' },
  { name: 'hand-ask', path: '/hands', prepare: askAboutFirstHand },
  { name: 'practice', path: '/practice' },
  loading('practice', '/practice', /\/trpc\/[^?]*drills\.practice/),
  failing('practice', '/practice', /\/trpc\/[^?]*drills\.practice/),
  { name: 'drill', path: '/practice?ask=due' },
  loading('drill', '/practice?ask=due', /\/trpc\/[^?]*drills\.ask/),
  failing('drill', '/practice?ask=due', /\/trpc\/[^?]*drills\.ask/),
  { name: 'drill-none', path: '/practice?ask=due', before: (page) => fulfillCalls(page, 'drills.ask', []) },
  { name: 'drill-answered', path: '/practice?ask=thin-value', prepare: answerDrill },
  { name: 'deck', path: '/practice', prepare: follow('main li a[href^="/practice/"]') },
  { name: 'ranges', path: '/ranges' },
  loading('ranges', '/ranges', /\/trpc\/[^?]*ranges\.list/),
  failing('ranges', '/ranges', /\/trpc\/[^?]*ranges\.list/),
  { name: 'range', path: '/ranges', prepare: firstRange },
  {
    name: 'range-recall',
    path: '/ranges',
    async prepare(page) {
      await firstRange(page);
      await press(/^Paint from memory$/)(page);
    },
  },
  {
    name: 'range-paint',
    path: '/ranges',
    async prepare(page) {
      // The free membership allows only three ranges, so the range of an earlier screenshot is reused.
      const name = 'New range';
      const stored = page.getByRole('link', { name });
      const create = page.getByRole('button', { name });
      await create.waitFor();
      if ((await stored.count()) > 0) await stored.click();
      else {
        await create.click();
        await page.getByRole('textbox', { name: 'Name' }).fill(name);
        await press(/^Create the range$/)(page);
      }
      await press(/^Paint$/)(page);
    },
  },
  { name: 'daily-archive', path: '/daily', prepare: (page) => page.getByText('Show earlier hands').click() },
  { name: 'questions', path: '/questions' },
  loading('questions', '/questions', /\/trpc\/[^?]*questions\.list/),
  failing('questions', '/questions', /\/trpc\/[^?]*questions\.list/),
  { name: 'question', path: '/questions', prepare: firstQuestion },
  { name: 'brief', path: '/profile/brief' },
  loading('brief', '/profile/brief', /\/trpc\/[^?]*coaching\.ownBrief/),
  failing('brief', '/profile/brief', /\/trpc\/[^?]*coaching\.ownBrief/),
  { name: 'brief-printed', path: '/profile/brief', prepare: asPrinted },
  { name: 'hand-printed', path: '/hands', prepare: inTurn(firstHand, asPrinted) },
  { name: 'range-printed', path: '/ranges', prepare: inTurn(firstRange, asPrinted) },
  { name: 'hand-zoomed', path: '/hands', prepare: inTurn(firstHand, zoomed) },
  { name: 'practice-zoomed', path: '/practice', prepare: zoomed },
  { name: 'drill-zoomed', path: '/practice?ask=due', prepare: zoomed },
  { name: 'range-zoomed', path: '/ranges', prepare: inTurn(firstRange, zoomed) },
];

/** Taken without a connection. Each leaves its browser context offline, so the next one first goes online. */
export const offlineShots: Shot[] = [
  { name: 'drill-offline', path: '/practice?ask=due' },
  { name: 'practice-offline', path: '/practice' },
].map((shot) => ({ ...shot, before: (page) => page.context().setOffline(false), prepare: offline }));

export const coachShots: Shot[] = [
  { name: 'coach', path: '/coach' },
  loading('coach', '/coach', /\/trpc\/[^?]*questions\.queue/),
  failing('coach', '/coach', /\/trpc\/[^?]*questions\.queue/),
  {
    name: 'coach-empty',
    path: '/coach',
    before: (page) => fulfillCalls(page, 'questions.queue', { items: [], nextCursor: null }),
  },
  { name: 'coach-question', path: '/coach', prepare: lastOpenQuestion },
  {
    name: 'coach-question-incomplete',
    path: '/coach',
    async prepare(page) {
      await lastOpenQuestion(page);
      await press(/^Send the answer$/)(page);
    },
  },
  { name: 'coach-students', path: '/coach?view=students' },
  {
    name: 'coach-brief',
    path: '/coach?view=students',
    prepare: follow('main li a[href^="/coach/students/"]'),
  },
  {
    name: 'coach-answered',
    path: '/coach?view=students',
    // The demo coach has answered this student. The first in the list may only wait for an answer.
    prepare: inTurn(follow('main li a[href^="/coach/students/"]:has-text("Sam O.")'), async (page) => {
      await page.locator('main li a[href*="question="]').first().click();
      await page.getByRole('region', { name: 'Replayer' }).waitFor();
    }),
  },
  { name: 'coach-drills', path: '/coach?view=drills' },
  { name: 'coach-drill', path: '/coach?view=drills&drill=new' },
  { name: 'academy-hand', path: '/hands', prepare: firstAcademyHand },
  {
    name: 'academy-hand-edit',
    path: '/hands',
    prepare: inTurn(firstAcademyHand, openDialog(/^Edit title and lesson$/)),
  },
  {
    name: 'academy-hand-withdraw',
    path: '/hands',
    prepare: inTurn(firstAcademyHand, openDialog(/^Withdraw\.\.\.$/)),
  },
  { name: 'coach-daily', path: '/coach?view=daily' },
  { name: 'coach-daily-edit', path: '/coach?view=daily', prepare: openDialog(/^Edit/) },
];
