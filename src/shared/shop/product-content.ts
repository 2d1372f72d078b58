import type { ProductType } from '../enums.ts';

/** Text for a product without content yet, before and after purchase. */
export const notReadyText = 'Not ready yet. We will email you when it is ready.';

type Content = Partial<
  Record<'filePath' | 'videoUrl' | 'videoPath' | 'content', string | null | undefined>
> & { type: ProductType };

/** The database column `is_ready` follows the same rule. */
export function hasContent({ type, filePath, videoUrl, videoPath, content }: Content): boolean {
  return Boolean(filePath) || (type === 'session' && Boolean(videoUrl || videoPath || content));
}

/** The non-blank lines of a text. An admin writes one outcome, or one entry of the table of contents, per line. */
export function linesOf(text: string | null): string[] {
  return (text ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
