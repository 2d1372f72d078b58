import { difficultyLabels } from '../lib/labels.ts';
import { classNames } from './class-names.ts';

type DifficultyLevel = keyof typeof difficultyLabels;

const dots: Record<DifficultyLevel, string> = {
  beginner: 'bg-dot-beginner',
  intermediate: 'bg-dot-intermediate',
  advanced: 'bg-dot-advanced',
  expert: 'bg-dot-expert',
};

/** The level as a word after a colored dot: green, yellow, red, and gray for `expert`. */
export function Difficulty({ level }: { level: DifficultyLevel }) {
  return (
    <span className="inline-flex items-center gap-2 text-sm text-muted">
      <span aria-hidden="true" className={classNames('size-2 rounded-full', dots[level])} />
      {difficultyLabels[level]}
    </span>
  );
}
