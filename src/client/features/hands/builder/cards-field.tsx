import { useRef, useState } from 'react';
import { cardText, type PlayingCard, parseCards } from '../../../../shared/poker/playing-card.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { CardPad } from './card-pad.tsx';

export type CardsFieldProps = {
  label: string;
  /** How many cards are needed. */
  count: number;
  /** Cards that are used elsewhere in the hand. */
  taken: readonly PlayingCard[];
  onCards: (cards: PlayingCard[]) => void;
  /**
   * The label of a button that reports the cards. Without a button, each change reports the cards, or an empty list
   * while the cards are incomplete or invalid.
   */
  action?: string;
  initial?: readonly PlayingCard[];
  autoFocus?: boolean;
};

/** A field in which the user types cards, such as `As Kd` or `7s7h`, or picks them on a pad. */
export function CardsField({
  label,
  count,
  taken,
  onCards,
  action,
  initial = [],
  autoFocus,
}: CardsFieldProps) {
  const [text, setText] = useState(initial.map(cardText).join(' '));
  const [error, setError] = useState<string>();
  const [hasPad, setHasPad] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const chosen = parseCards(text) ?? [];

  function check(next: string): PlayingCard[] | undefined {
    const cards = parseCards(next);
    const problem = problemOf(cards, count, taken);
    setError(problem);
    return problem === undefined ? cards : undefined;
  }

  function change(next: string) {
    setText(next);
    setError(undefined);
    if (action !== undefined) return;
    const isComplete = (parseCards(next)?.length ?? 0) >= count;
    // Reports no cards while the text is incomplete or invalid, so that cards reported earlier no longer count.
    onCards((isComplete && check(next)) || []);
  }

  function submit() {
    const cards = check(text);
    if (!cards) {
      input.current?.focus();
      return;
    }
    setText('');
    onCards(cards);
  }

  function press(card: PlayingCard) {
    const next = chosen.includes(card) ? chosen.filter((other) => other !== card) : [...chosen, card];
    if (next.length > count) return;
    change(next.map(cardText).join(' '));
  }

  return (
    <>
      <div className="flex items-start gap-2">
        <TextField
          ref={input}
          label={label}
          value={text}
          error={error}
          autoComplete="off"
          autoCapitalize="off"
          autoFocus={autoFocus}
          spellCheck={false}
          onChange={(event) => change(event.currentTarget.value)}
          onBlur={() => action === undefined && text.trim() !== '' && check(text)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || action === undefined) return;
            event.preventDefault();
            submit();
          }}
          className="min-w-0 flex-1"
        />
        <Button
          variant="secondary"
          className="mt-6.25"
          aria-label={`Pick: ${label}`}
          aria-expanded={hasPad}
          onClick={() => setHasPad(!hasPad)}
        >
          Pick
        </Button>
        {action !== undefined && (
          <Button className="mt-6.25" onClick={submit}>
            {action}
          </Button>
        )}
      </div>
      {hasPad && <CardPad label={label} chosen={chosen} taken={taken} onPress={press} />}
    </>
  );
}

function problemOf(
  cards: readonly PlayingCard[] | undefined,
  count: number,
  taken: readonly PlayingCard[],
): string | undefined {
  if (cards === undefined) return 'Write each card as rank and suit, such as As Kd 7h';
  if (cards.length !== count) return count === 1 ? 'One card is needed' : `${count} cards are needed`;
  const all = [...cards, ...taken];
  return new Set(all).size === all.length ? undefined : 'Each card can appear only once';
}
