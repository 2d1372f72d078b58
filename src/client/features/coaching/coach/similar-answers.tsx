import { useRef } from 'react';
import type { AnswerView } from '../../../../shared/coaching/answers.ts';
import type { LeakId } from '../../../../shared/practice/leaks.ts';
import { countText } from '../../../lib/count-text.ts';
import { useSingleKeys } from '../../../lib/use-single-keys.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { showToast } from '../../../ui/toast.tsx';

export type SimilarAnswersProps = {
  id: string;
  leak: LeakId | null;
  /** Whether the draft has no reason, and its options have no weights or reasons. */
  isBlank: boolean;
  /** Copies the answer into the draft, without replacing what the coach has entered. */
  onUse: (answer: AnswerView) => void;
};

/**
 * Earlier answers about the same leak and street, the most similar first. Hidden if no leak is chosen or no answer is
 * found. The key E opens the list and, if the draft is blank, copies the first answer.
 */
export function SimilarAnswers({ id, leak, isBlank, onUse }: SimilarAnswersProps) {
  const { data, isLoading, isError } = trpc.questions.similar.useQuery(
    { id, leak },
    { enabled: leak !== null },
  );
  const list = useRef<HTMLDetailsElement>(null);
  const mostSimilar = leak === null ? undefined : data?.[0];
  useSingleKeys((key) => {
    if (key !== 'e') return;
    if (!mostSimilar || !list.current) {
      showToast({
        title: 'No similar answer',
        description:
          leak === null
            ? 'Choose a leak first.'
            : isLoading
              ? 'Similar answers are still loading.'
              : isError
                ? 'Similar answers could not be loaded.'
                : 'There is no answer about this leak and street yet.',
      });
      return;
    }
    list.current.open = true;
    if (isBlank) onUse(mostSimilar.answer);
    else list.current.querySelector('button')?.focus();
  });
  if (!data || !mostSimilar) return null;
  return (
    <details ref={list}>
      <summary aria-keyshortcuts="E" className="min-h-11 cursor-pointer py-2 font-semibold">
        {countText(data.length, 'similar answer')}
        <span className="font-normal text-sm text-muted max-sm:hidden">
          {' '}
          · E {isBlank ? 'copies' : 'goes to'} the first
        </span>
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
