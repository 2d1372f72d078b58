import { Menu, MenuButton, MenuItem, MenuItems } from '@headlessui/react';
import type { FocusEvent, Ref } from 'react';
import { answerBounds } from '../../../../shared/coaching/answers.ts';
import { choiceHint } from '../../../lib/choice-hint.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { showFailure, showToast } from '../../../ui/toast.tsx';
import { PhraseRemoval } from './phrase-removal.tsx';

export type PhrasesProps = {
  /** The button that opens the menu. */
  ref: Ref<HTMLButtonElement>;
  /** The current text of the reason for the answer. */
  reason: string;
  onInsert: (text: string) => void;
};

/**
 * Moves to the first item of the menu, which clears the menu's search text. If the search text stayed from the last
 * time that the menu was open, new letters might match no item.
 */
function clearTypeahead({ target, currentTarget }: FocusEvent): void {
  if (target !== currentTarget) return;
  currentTarget.dispatchEvent(new KeyboardEvent('keydown', { key: 'Home', bubbles: true }));
}

/**
 * A menu of the coach's phrases, and buttons that save the reason as a phrase and remove phrases. In the menu, typing
 * letters selects a phrase, and Enter or a click inserts the phrase into the reason.
 */
export function Phrases({ ref, reason, onInsert }: PhrasesProps) {
  const utils = trpc.useUtils();
  const query = trpc.questions.phrases.useQuery(undefined, { staleTime: 60_000 });
  const save = useAction(
    trpc.questions.savePhrase.useMutation({
      onSuccess: () => showToast({ title: 'Phrase saved', tone: 'success' }),
      onError: showFailure('The phrase was not saved', 'The phrase may have been saved'),
      onSettled: () => utils.questions.phrases.invalidate(),
    }),
  );
  const phrases = query.data ?? [];
  const isSaveable = reason.trim() !== '' && reason.length <= answerBounds.phraseLength;
  return (
    <div className="relative flex flex-wrap items-center gap-3">
      {phrases.length === 0 ? (
        <p className="text-sm text-muted">{choiceHint(query, 'You have no phrases yet')}</p>
      ) : (
        <Menu>
          <MenuButton ref={ref} aria-keyshortcuts="/" className={buttonClass('secondary', 'small')}>
            Insert a phrase
          </MenuButton>
          <MenuItems
            modal={false}
            onFocus={clearTypeahead}
            className="absolute inset-x-0 top-full z-40 mt-1 max-h-64 overflow-y-auto rounded-card border border-border bg-surface p-2 shadow-float focus:outline-none"
          >
            {phrases.map(({ id, text }) => (
              <MenuItem key={id}>
                <button
                  type="button"
                  onClick={() => onInsert(text)}
                  className="block min-h-10 w-full rounded-control px-3 py-2 text-left text-sm wrap-anywhere data-focus:bg-sunken"
                >
                  <span className="line-clamp-3">{text}</span>
                </button>
              </MenuItem>
            ))}
          </MenuItems>
        </Menu>
      )}
      <Button
        variant="secondary"
        size="small"
        disabled={!isSaveable}
        busy={save.isPending}
        onClick={() => save.run({ text: reason })}
      >
        Save the reason as a phrase
      </Button>
      <PhraseRemoval phrases={phrases} />
    </div>
  );
}
