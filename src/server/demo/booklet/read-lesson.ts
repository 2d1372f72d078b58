import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { difficulties } from '../../../shared/enums.ts';

const contentFolder = path.join(import.meta.dirname, '..', 'content');

const frontMatter = z.strictObject({
  title: z.string(),
  /** Must fit in two lines of a card on a phone. */
  description: z.string().max(96),
  difficulty: z.enum(difficulties),
  /** In cents; coaching plans have no price. */
  price: z.coerce.number().int().default(0),
  /** Duration of a session; undefined for PDFs and coaching plans. */
  minutes: z.coerce.number().int().optional(),
  author: z.string(),
  date: z.iso.date(),
  /** What a student can do after the lesson. */
  outcomes: z.array(z.string()).min(2),
});

export type Lesson = z.infer<typeof frontMatter> & {
  /** The number at the beginning of the lesson's filename. */
  number: number;
  body: string;
};

type Folder = 'pdfs' | 'plans' | 'sessions';

export async function listLessons(folder: Folder): Promise<Lesson[]> {
  const files = await readdir(path.join(contentFolder, folder));
  const lessons = await Promise.all(files.map((file) => readLesson(folder, file)));
  return lessons.toSorted((one, other) => one.number - other.number);
}

export function chaptersOf({ body }: Pick<Lesson, 'body'>): string[] {
  return [...body.matchAll(/^## (.+)$/gm)].map(([, title = '']) => title);
}

/** Reads a lesson from a file: `key: value` lines between two lines of `---`, then Markdown. */
async function readLesson(folder: Folder, file: string): Promise<Lesson> {
  const text = await readFile(path.join(contentFolder, folder, file), 'utf8');
  const [, head = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? [];
  const values: Record<string, string | string[]> = {};
  let list: string[] = [];
  for (const line of head.split('\n')) {
    const [, key, value] = /^(\w+):\s*(.*)$/.exec(line) ?? [];
    if (key === undefined) list.push(line.replace(/^\s*- /, ''));
    else if (value === '') values[key] = list = [];
    else values[key] = value ?? '';
  }
  return { ...frontMatter.parse(values), number: Number.parseInt(file, 10), body: body.trim() };
}
