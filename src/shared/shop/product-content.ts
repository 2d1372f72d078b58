import type { ProductType } from '../enums.ts';

/** Text for a product without content yet, before and after purchase. */
export const notReadyText = 'Not ready yet: we email you when it is.';

type Content = Partial<
  Record<'filePath' | 'videoUrl' | 'videoPath' | 'content', string | null | undefined>
> & { type: ProductType };

/** Matches the database column `is_ready`. */
export function hasContent({ type, filePath, videoUrl, videoPath, content }: Content): boolean {
  return Boolean(filePath) || (type === 'session' && Boolean(videoUrl || videoPath || content));
}

/** The non-blank lines of a text. Outcomes and chapters are written one per line. */
export function linesOf(text: string | null): string[] {
  return (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
