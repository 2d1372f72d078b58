import { PDFDocument } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { isOpenToAll } from '../../../shared/access/access-rules.ts';
import { textsOf } from '../../access/testing/pdfs.ts';
import { makeBooklet } from './booklet.ts';
import { chaptersOf, type Lesson, listLessons } from './read-lesson.ts';

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

  it('a session that is open to every student has no price', () => {
    const open = sessions.filter(({ number }) => isOpenToAll({ type: 'session', productNumber: number }));
    expect(open.map(({ price }) => price)).toEqual([0, 0]);
  });
});

describe.each([...pdfs, ...plans])('the booklet $title', (lesson) => {
  it('the booklet has three to eight pages, with title, description and every chapter', async () => {
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
    expect(texts.length).toBeLessThanOrEqual(8);
    const [cover = '', contents = '', ...pages] = texts.map(plain);
    expect(cover).toContain(lesson.title);
    expect(cover).toContain(plain(lesson.description).slice(0, 30));
    const read = pages.join(' ');
    for (const chapter of chaptersOf(lesson).map(plain)) {
      expect(contents).toContain(chapter);
      expect(read).toContain(chapter);
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

describe.each(sessions)('the session $title', (lesson) => {
  it('the session has at least 500 words, a worked hand and three things to do', () => {
    expect(wordsOf(lesson)).toBeGreaterThanOrEqual(500);
    expect(lesson.body).toMatch(/[AKQJT2-9][♠♥♦♣]/);
    const [, tasks = ''] = lesson.body.split(/^## Three things to do$/m);
    expect([...tasks.matchAll(/^\d+\. /gm)]).toHaveLength(3);
    expect(lesson.minutes).toBeGreaterThan(0);
  });
});
