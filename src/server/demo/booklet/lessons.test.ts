import { PDFDocument } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { isOpenToAll } from '../../../shared/access/access-rules.ts';
import { openingCharts } from '../../../shared/poker/opening-charts.ts';
import { parseRange } from '../../../shared/poker/range.ts';
import { textsOf } from '../../access/testing/pdfs.ts';
import { makeBooklet } from './booklet.ts';
import { bookletFonts } from './fonts.ts';
import { chaptersOf, type Lesson, listLessons } from './read-lesson.ts';
import { inBigBlinds, readWorkedHand } from './worked-hand.ts';

const [pdfs, plans, sessions] = await Promise.all([
  listLessons('pdfs'),
  listLessons('plans'),
  listLessons('sessions'),
]);

/** Number of words in the text, without figures and tables. */
function wordsOf({ body }: Lesson): number {
  return body
    .replaceAll(/```.*?```/gs, '')
    .replaceAll(/^\|.*$/gm, '')
    .split(/\s+/).length;
}

/** The other cells of the table rows that begin with a seat, such as `| BTN | 2.5 bb | 48% |`, by seat. */
function rowsOfSeats({ body }: Lesson): Map<string, string[]> {
  const rows = [...body.matchAll(/^\| (UTG|HJ|CO|BTN|SB) \| (.+) \|$/gm)];
  return new Map(rows.map(([, seat = '', cells = '']) => [seat, cells.split(' | ')]));
}

const plain = (text: string) => text.replaceAll(/[*`]/g, '').replaceAll(/\s+/g, ' ').trim();

describe('the demo lessons', () => {
  it('there are eight PDFs, ten coaching plans and seven sessions, numbered without gaps', () => {
    for (const [lessons, count] of [
      [pdfs, 8],
      [plans, 10],
      [sessions, 7],
    ] as const) {
      expect(lessons.map(({ number }) => number)).toEqual(
        Array.from({ length: count }, (_, index) => index + 1),
      );
    }
    const titles = [...pdfs, ...plans, ...sessions].map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
  });

  it('the booklet font has every character of the booklets', async () => {
    const { default: Pdf } = await import('pdfkit');
    const document = new Pdf().registerFont('regular', bookletFonts.regular).font('regular');
    const { font } = (
      document as unknown as { _font: { font: { hasGlyphForCodePoint: (code: number) => boolean } } }
    )._font;
    // A ² is drawn as a smaller, raised 2.
    const characters = new Set([...pdfs, ...plans].flatMap(({ body }) => [...body.replaceAll(/[\n²]/g, '')]));
    expect([...characters].filter((one) => !font.hasGlyphForCodePoint(one.codePointAt(0) ?? 0))).toEqual([]);
  });

  it('each quotient in a text equals the percentage after it', () => {
    const pattern = /(\d[\d,.]*) \/ (\d[\d,.]*)(?: =|,? or) (?:about )?([\d.]+)(?: percent|%)/g;
    const quotients = [...pdfs, ...plans, ...sessions].flatMap(({ body }) =>
      [...body.matchAll(pattern)].map(([text, ...numbers]) => {
        const [part = 0, whole = 0, percent = 0] = numbers.map((number) =>
          Number(number.replaceAll(',', '')),
        );
        const step = 10 ** -(numbers[2]?.split('.')[1]?.length ?? 0);
        return { text, isShare: part < whole, deviation: Math.abs((100 * part) / whole - percent) / step };
      }),
    );
    const shares = quotients.filter(({ isShare }) => isShare);
    expect(shares.length).toBeGreaterThan(50);
    expect(shares.filter(({ deviation }) => deviation > 0.51)).toEqual([]);
  });

  it.each(openingCharts)('tables of the hands that $seat opens agree with its chart', ({ seat, range }) => {
    // The tables of "Opening Ranges on One Page" and "Private Study Program".
    const [onOnePage, program] = [pdfs[0], sessions[6]].map(
      (lesson) => lesson && rowsOfSeats(lesson).get(seat),
    );
    const [always = '', half] = program?.[0]?.split('; half: ') ?? [];
    const halves = half?.split(', ').map((hand) => `${hand}:0.5`) ?? [];
    expect(parseRange([always, ...halves].join(', '))).toEqual(range);

    const [, pairs = '', suited = '', offsuit = ''] = onOnePage ?? [];
    // A connector is the best hand with its high card, so its notation has no plus.
    const isConnector = (hand: string) => 'AKQJT98765432'.includes(hand);
    const from = (hands: string, kind: string) =>
      hands.split(' ').map((hand) => `${hand}${kind}${isConnector(hand) ? '' : '+'}`);
    const lowest = [`${pairs}+`, ...from(suited, 's'), ...from(offsuit, 'o')];
    expect(parseRange(lowest.join(', '))).toEqual(range.map((weight) => (weight === 1 ? 1 : 0)));
  });

  it('a session that is open to every student has no price', () => {
    const open = sessions.filter(({ number }) => isOpenToAll({ type: 'session', productNumber: number }));
    expect(open.map(({ price }) => price)).toEqual([0, 0]);
  });
});

describe.each([...pdfs, ...plans])('the booklet $title', (lesson) => {
  it('the booklet has three to nine pages, with title, description and every chapter', async () => {
    const bytes = await makeBooklet(lesson, {
      number: lesson.number,
      coverSeed: lesson.number,
      kind: 'PDF',
      academyName: 'Poker Academy',
    });
    const document = await PDFDocument.load(bytes, { updateMetadata: false });
    expect(document.getTitle()).toBe(lesson.title);
    expect(document.getAuthor()).toBe(lesson.author);
    const texts = await textsOf(bytes);
    expect(texts.length).toBeGreaterThanOrEqual(3);
    expect(texts.length).toBeLessThanOrEqual(9);
    const [cover = '', contents = '', ...pages] = texts.map(plain);
    expect(cover).toContain(lesson.title);
    expect(cover.toLowerCase()).toContain(`${lesson.author.toLowerCase()} · ${lesson.difficulty} ·`);
    expect(cover).toContain(plain(lesson.description).slice(0, 30));
    const read = pages.join(' ');
    for (const chapter of chaptersOf(lesson).map(plain)) {
      expect(contents).toContain(chapter);
      expect(read).toContain(chapter);
    }
    // A heading stays with the text below it; each hand and each table is on one page.
    const footer = / Poker Academy · [^·]+ \d+$/;
    const headings = [...lesson.body.matchAll(/^#{2,3} (.+)$/gm)].map(([, heading = '']) => plain(heading));
    for (const page of pages) {
      const last = page.replace(footer, '');
      expect(headings.filter((heading) => last.endsWith(` ${heading}`))).toEqual([]);
    }
    for (const [, text = ''] of lesson.body.matchAll(/```hand\n(.*?)```/gs)) {
      const hand = readWorkedHand(text);
      const page = pages.find((known) => known.includes(`${hand.title} ${hand.setting}`)) ?? '';
      expect(page.split(hand.title)[1]).toContain(`Pot ${inBigBlinds(hand.pot)} bb`);
    }
    for (const [, table = ''] of lesson.body.matchAll(/^\|(.+)\|\n\|[-|]+\|\n/gm)) {
      const rows =
        lesson.body
          .slice(lesson.body.indexOf(`|${table}|`))
          .split('\n\n')[0]
          ?.split('\n') ?? [];
      const cells = (row: string) =>
        row
          .replaceAll(/`[^`]*`/g, '')
          .split('|')
          .map(plain)
          .filter(Boolean)
          .join(' ');
      const page = pages.find((known) => known.includes(cells(`|${table}|`))) ?? '';
      expect(page).toContain(cells(rows.at(-1) ?? ''));
    }
  });

  it('the booklet has at least 900 words, with figures, exercises and an answer to each', () => {
    expect(wordsOf(lesson)).toBeGreaterThanOrEqual(900);
    expect(lesson.body).toMatch(/```(chart|range|hand)\n|^\|/m);
    const [, exercises = '', answers = ''] = lesson.body.split(/^## (?:Exercises|Answers)$/m);
    const count = (text: string) => [...text.matchAll(/^\d+\. /gm)].length;
    expect(count(exercises)).toBeGreaterThanOrEqual(5);
    expect(count(answers)).toBe(count(exercises));
  });
});

describe.each(plans)('the coaching plan $title', ({ body }) => {
  it('the coaching plan has four weeks, each with a task and a way to check it, and a worked hand', () => {
    const weeks = body.split(/^## (?=Week \d: )/m).slice(1);
    expect(weeks).toHaveLength(4);
    for (const week of weeks) {
      expect(week).toMatch(/^### Your task$/m);
      expect(week).toMatch(/^### Check your work$/m);
    }
    expect(body).toMatch(/^```hand$/m);
  });
});

describe.each(sessions)('the session $title', (lesson) => {
  it('the session has at least 500 words, names cards, and has three things to do', () => {
    expect(wordsOf(lesson)).toBeGreaterThanOrEqual(500);
    expect(lesson.body).toMatch(/[AKQJT2-9][♠♥♦♣]/);
    const [, tasks = ''] = lesson.body.split(/^## Three things to do$/m);
    expect([...tasks.matchAll(/^\d+\. /gm)]).toHaveLength(3);
    expect(lesson.minutes).toBeGreaterThan(0);
  });
});
