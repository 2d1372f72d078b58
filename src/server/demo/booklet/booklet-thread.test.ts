import { expect, it } from 'vitest';
import { startBookletThread } from './booklet-thread.ts';
import { listLessons } from './read-lesson.ts';

it('a booklet requested after the thread has ended is rejected', async () => {
  const [lesson] = await listLessons('pdfs');
  if (!lesson) throw new Error('the demo has no PDFs');
  const thread = startBookletThread();
  await thread.close();
  const options = { academyName: 'River School', number: 1, coverSeed: 1, kind: 'PDF' as const };
  await expect(thread.make(lesson, options)).rejects.toThrow('has ended');
});
