import { useMemo } from 'react';
import { blockLanguage, fenceBlocks, readBlock } from '../../../../shared/hands/lesson-blocks.ts';
import { RichText } from '../../../ui/rich-text.tsx';
import { BlockProblem } from './block-problem.tsx';
import { HandBlock } from './hand-block.tsx';
import { OddsBlock } from './odds-block.tsx';

export type LessonTextProps = {
  sessionId: number;
  /** Markdown with lesson blocks: lines such as `:::hand Title` or `:::odds AsKs v QQ+`. */
  text: string;
};

/** The text of a session, with its hands and odds. */
export function LessonText({ sessionId, text }: LessonTextProps) {
  const markdown = useMemo(() => fenceBlocks(text), [text]);
  const blocks = useMemo(
    () => ({
      language: blockLanguage,
      draw: (line: string) => <Block sessionId={sessionId} line={line} />,
    }),
    [sessionId],
  );
  return <RichText text={markdown} blocks={blocks} />;
}

function Block({ sessionId, line }: { sessionId: number; line: string }) {
  const block = readBlock(line);
  if (block.kind === 'hand') return <HandBlock sessionId={sessionId} name={block.ref} />;
  if (block.kind === 'odds') return <OddsBlock question={block.question} />;
  return <BlockProblem problem={block.problem} />;
}
