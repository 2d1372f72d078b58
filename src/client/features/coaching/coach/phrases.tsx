import { answerBounds } from '../../../../shared/coaching/answers.ts';
import { choiceHint } from '../../../lib/choice-hint.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { showFailure, showToast } from '../../../ui/toast.tsx';

export type PhrasesProps = { reason: string; onInsert: (text: string) => void };

/** The coach's own phrases, to insert into the reason. */
export function Phrases({ reason, onInsert }: PhrasesProps) {
  const utils = trpc.useUtils();
  const query = trpc.questions.phrases.useQuery(undefined, { staleTime: 60_000 });
  const save = useAction(
    trpc.questions.savePhrase.useMutation({
      onSuccess: () => showToast({ title: 'Phrase saved', tone: 'success' }),
      onError: showFailure('The phrase was not saved'),
      onSettled: () => utils.questions.phrases.invalidate(),
    }),
  );
  const phrases = query.data ?? [];
  const isSaveable = reason.trim() !== '' && reason.length <= answerBounds.phraseLength;
  return (
    <div className="flex flex-wrap items-end gap-3">
      <SelectField
        name="phrase"
        label="Insert a phrase"
        className="min-w-0 flex-1"
        placeholder={choiceHint(query, phrases.length === 0 ? 'You have none yet' : 'Choose a phrase')}
        value=""
        options={phrases.map(({ id, text }) => ({ value: id, label: text }))}
        onChange={(event) => {
          const phrase = phrases.find(({ id }) => id === event.currentTarget.value);
          if (phrase) onInsert(phrase.text);
        }}
      />
      <Button
        variant="secondary"
        size="small"
        disabled={!isSaveable}
        busy={save.isPending}
        onClick={() => save.run({ text: reason })}
      >
        Save the reason as a phrase
      </Button>
    </div>
  );
}
