import type { AnswerView } from '../../../../shared/coaching/answers.ts';
import type { LeakId } from '../../../../shared/practice/leaks.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';

export type SimilarAnswersProps = { id: string; leak: LeakId | null; onUse: (answer: AnswerView) => void };

/** Earlier answers about the same leak and street; nothing until a leak is chosen. */
export function SimilarAnswers({ id, leak, onUse }: SimilarAnswersProps) {
  const { data } = trpc.questions.similar.useQuery({ id, leak }, { enabled: leak !== null });
  if (leak === null || !data || data.length === 0) return null;
  return (
    <details>
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">
        {data.length === 1 ? '1 similar answer' : `${data.length} similar answers`}
      </summary>
      <ul className="grid gap-3">
        {data.map((similar) => (
          <li key={similar.id} className="border-l-2 border-border pl-3">
            <p className="line-clamp-3 text-sm wrap-anywhere">{similar.answer.reason}</p>
            <p className="mt-1 text-sm text-muted tabular">
              {similar.answer.options.map(({ label, weight }) => `${label} ${weight}`).join(' · ')}
            </p>
            <Button variant="secondary" size="small" className="mt-2" onClick={() => onUse(similar.answer)}>
              Use this answer
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
