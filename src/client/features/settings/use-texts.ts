import { trpc } from '../../trpc.ts';

/**
 * The texts of a part of a page. A text that an admin has changed replaces its original. The server includes the
 * changed texts in each page, so that they are available at first paint.
 */
export function useTexts<Key extends string>(originals: Readonly<Record<Key, string>>): Record<Key, string> {
  const { data: changed = {} } = trpc.settings.texts.useQuery();
  const texts: Record<Key, string> = { ...originals };
  for (const key in originals) texts[key] = changed[key] ?? originals[key];
  return texts;
}
