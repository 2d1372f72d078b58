import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { difficulties } from '../../../shared/enums.ts';

const contentFolder = path.join(import.meta.dirname, '..', 'content');

const frontMatter = z.strictObject({
  title: z.string(),
  /** At most two lines on a card of a phone. */
  description: z.string().max(96),
  difficulty: z.enum(difficulties),
  /** Cents; coaching plans have none. */
  price: z.coerce.number().int().default(0),
  /** Duration of a session. */
  minutes: z.coerce.number().int().optional(),
  author: z.string(),
  date: z.iso.date(),
  /** What the reader can do afterwards. */
  outcomes: z.array(z.string()).min(2),
});

export type Lesson = z.infer<typeof frontMatter> & {
  /** From the beginning of its filename. */
  number: number;
  /** Markdown. */
  body: string;
};

type Folder = 'pdfs' | 'plans' | 'sessions';

/** Every lesson of a folder, by number. */
export async function listLessons(folder: Folder): Promise<Lesson[]> {
  const files = await readdir(path.join(contentFolder, folder));
  const lessons = await Promise.all(files.map((file) => readLesson(folder, file)));
  return lessons.toSorted((one, other) => one.number - other.number);
}

/** The titles of a lesson's chapters. */
export function chaptersOf({ body }: Pick<Lesson, 'body'>): string[] {
  return [...body.matchAll(/^## (.+)$/gm)].map(([, title = '']) => title);
}

/** @returns the lesson in a file of the content folder: `key: value` lines between two `---`, then Markdown */
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
