import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright';
import sharp from 'sharp';
import { buildHand } from '../shared/poker/build-hand.ts';
import { replayHand } from '../shared/poker/replay.ts';
import { demoStudent, signIn } from './e2e/sign-in.ts';
import { chromiumOptions } from './system-chromium.ts';
import { type Slide, slidesWebm, vp8FrameOf } from './tiny-webm.ts';

/**
 * `npm run demo-video [-- URL]`: creates the silent video of the first demo session and its captions. The video
 * shows the session's example hand in the replayer, one still picture per caption. An academy with demo data must be
 * running, by default at http://localhost:3000. Run the command after a change of the replayer's drawing.
 */
const url = process.argv[2] ?? 'http://localhost:3000';
const size = { width: 460, height: 392 };
const margin = 20;
const pixels = { width: size.width * 2, height: size.height * 2 };

const notation = `
  nlhe cash USD 0.5/1, 6-max, button 4
  1 UTG 100
  2 HJ 100
  3 CO 100
  4 BTN 64
  5 SB 100
  6 BB 103.5 KhQh hero
  preflop f f f r2.5 f c
  flop Qs8d3h x b1.8 c
  turn 6d x b6.8 c
  river 3c x b25 f
`;

/** A step of the replay, the seconds for which it is shown, and the text of its caption. */
const scenes: readonly (readonly [step: number, seconds: number, caption: string])[] = [
  [0, 4, 'One hand, as a hand history records it: seats, stacks, cards, then every action with its amount.'],
  [2, 4, 'The blinds are 50 cents and one dollar. You are in the big blind with king and queen of hearts.'],
  [5, 3, 'Three players fold. Write that down, too: it shows who is left.'],
  [6, 3, 'The button raises to 2.50. Write down the amount, not just "a raise".'],
  [8, 4, 'The small blind folds and you call 1.50 more. The pot is 5.50.'],
  [9, 4, 'The flop is queen of spades, eight of diamonds, three of hearts. You have top pair.'],
  [10, 2, 'You check.'],
  [11, 3, 'The button bets 1.80 into 5.50: about a third of the pot.'],
  [12, 3, 'You call. The pot is 9.10.'],
  [13, 3, 'The turn is the six of diamonds. It brings new draws.'],
  [14, 2, 'You check again.'],
  [15, 4, 'The button bets 6.80 into 9.10. The second bet is three quarters of the pot.'],
  [16, 4, 'You call. The pot is 22.70.'],
  [17, 3, 'The river is the three of clubs. The board has paired.'],
  [18, 2, 'You check for the third time.'],
  [19, 6, 'The button bets 25 into 22.70, more than the pot. You must call 25 to win 47.70.'],
  [19, 6, 'The price: 25 of 72.70 is 34 percent. You need to be right about one time in three.'],
];

/** The text that the replayer announces at each step. */
const replayed = replayHand(buildHand(notation), 'money').map(({ text }) => text);

async function drawStep(page: Page, step: number): Promise<Buffer> {
  const replayer = page.getByRole('region', { name: 'Replayer' });
  await replayer.focus();
  await page.keyboard.press('Home');
  for (let index = 0; index < step; index += 1) await page.keyboard.press('ArrowRight');
  const table = replayer.getByRole('img').first();
  await page.waitForFunction(
    (text) => document.querySelector('section [role="status"]')?.textContent === text,
    replayed[step],
  );
  await table.scrollIntoViewIfNeeded();
  const box = await table.boundingBox();
  if (!box) throw new Error('the table is not visible');
  // The cards of the first seat are above the table.
  const { x, y } = box;
  const clip = { x: x - 6, y: y - margin, width: box.width + 12, height: box.height + 2 * margin };
  const png = await page.screenshot({ clip, animations: 'disabled' });
  const background = { r: 255, g: 255, b: 255 };
  const webp = await sharp(png)
    .resize({ ...pixels, fit: 'contain', background })
    .flatten({ background })
    .webp({ quality: 72, effort: 6 })
    .toBuffer();
  return vp8FrameOf(webp);
}

function captionsOf(starts: readonly number[]): string {
  const clock = (seconds: number) =>
    `00:${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}.000`;
  const cues = scenes.map(([, seconds, caption], index) => {
    const start = starts[index] ?? 0;
    return `${clock(start)} --> ${clock(start + seconds)}\n${caption}\n`;
  });
  return `WEBVTT\n\n${cues.join('\n')}`;
}

const browser = await chromium.launch(chromiumOptions());
try {
  const context = await browser.newContext({
    viewport: { width: 484, height: 1000 },
    deviceScaleFactor: 2,
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  await signIn(context, url, demoStudent);
  const page = await context.newPage();
  await page.addInitScript(() => localStorage.setItem('hand-unit', '"money"'));
  await page.goto(`${url}/hands`);
  const response = await context.request.post(`${url}/trpc/hands.saveBuilt`, {
    data: { hand: buildHand(notation), title: 'Video' },
    headers: { origin: url },
  });
  const { result } = await response.json();
  await page.goto(`${url}/hands/${result.data.id}`);
  await page.getByRole('region', { name: 'Replayer' }).waitFor();
  await page.addStyleTag({
    content: 'header { display: none !important } section { outline: none !important }',
  });

  const starts = scenes.map((_, index) =>
    scenes.slice(0, index).reduce((sum, [, seconds]) => sum + seconds, 0),
  );
  const slides: Slide[] = [];
  for (const [index, [step]] of scenes.entries()) {
    slides.push({ startMs: (starts[index] ?? 0) * 1_000, frame: await drawStep(page, step) });
  }
  const seconds = scenes.reduce((sum, [, length]) => sum + length, 0);
  const video = slidesWebm(slides, { seconds, ...pixels, hasDuration: true });
  const fileWith = (ending: string) =>
    fileURLToPath(
      new URL(`../server/demo/content/videos/1-how-to-read-a-hand-history.${ending}`, import.meta.url),
    );
  writeFileSync(fileWith('webm'), video);
  writeFileSync(fileWith('vtt'), captionsOf(starts));
  console.warn(`${seconds} s, ${Math.round(video.length / 1_000)} kB`);
} finally {
  await browser.close();
}
