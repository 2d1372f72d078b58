import type { ProductType } from '../enums.ts';

/** Texts for a product without content yet, before and after paying. */
export const notReadyText = 'Not ready yet: we email you when it is.';

type Content = Partial<
  Record<'filePath' | 'videoUrl' | 'videoPath' | 'content', string | null | undefined>
> & { type: ProductType };

/** The same as the column `is_ready`. */
export function hasContent({ type, filePath, videoUrl, videoPath, content }: Content): boolean {
  return Boolean(filePath) || (type === 'session' && Boolean(videoUrl || videoPath || content));
}

/** The lines of a text that are not blank: outcomes and chapters are written one a line. */
export function linesOf(text: string | null): string[] {
  return (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
