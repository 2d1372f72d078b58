import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { DrillView, Solution } from '../../../../shared/practice/drills.ts';
import { parsePercent } from '../../../lib/parse-percent.ts';
import { shortcutKey } from '../../../lib/shortcut-key.ts';
import { Button } from '../../../ui/button.tsx';
import { Form } from '../../../ui/form.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { DrillSolution } from './drill-solution.tsx';
import { DrillSpot } from './drill-spot.tsx';
import type { GivenAnswer } from './session-types.ts';

export type DrillProps = {
  drill: DrillView;
  /** The student's answer; undefined until it is given. */
  given: GivenAnswer | undefined;
  /** Undefined until the academy has stored the answer. */
  solution: Solution | undefined;
  /** Why the academy did not store the answer. */
  rejection: string | undefined;
  onChoose: (chosen: number) => void;
  onNext: () => void;
  onEasy: () => void;
  onTakeBack: () => void;
  onPause: () => void;
  onBury: () => void;
  onUnclear: () => void;
};

/**
 * One drill. Keys work while the focus is inside: the text below the drill lists them. In a drill about a range, the
 * first letter of an option also chooses that option.
 */
export function Drill(props: DrillProps) {
  const {
    drill,
    given,
    solution,
    rejection,
    onChoose,
    onNext,
    onEasy,
    onTakeBack,
    onPause,
    onBury,
    onUnclear,
  } = props;
  const box = useRef<HTMLElement>(null);
  const isOdds = drill.body.kind === 'odds';
  const isOpen = given === undefined;

  useEffect(() => {
    // The field of an odds drill takes the focus itself.
    if (!(isOpen && isOdds)) box.current?.focus({ preventScroll: true });
  }, [isOpen, isOdds]);

  function handleKey(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const target = event.target instanceof HTMLElement ? event.target : null;
    if (target?.closest('input, summary, a')) return;
    const key = shortcutKey(event).toLowerCase();
    const act = actionOf(key, target?.tagName === 'BUTTON');
    if (!act) return;
    event.preventDefault();
    act();
  }

  function actionOf(key: string, isOnButton: boolean): (() => void) | undefined {
    if (key === 'z') return onTakeBack;
    if (isOpen) {
      if (key === 'p') return onPause;
      const option = optionOf(key, drill);
      return option === undefined ? undefined : () => onChoose(option);
    }
    if (key === 'e') return onEasy;
    if (key === 'u' && solution) return onUnclear;
    // A focused button handles these keys itself.
    return (key === ' ' || key === 'enter') && !isOnButton ? onNext : undefined;
  }

  return (
    <section ref={box} tabIndex={-1} aria-label="Drill" onKeyDown={handleKey} className="outline-none">
      <div className="grid items-start gap-x-8 gap-y-4 lg:grid-cols-[minmax(0,1fr)_26rem]">
        <DrillSpot body={drill.body} />
        <div>
          <h1 className="text-xl font-bold wrap-anywhere">{drill.prompt}</h1>
          {isOpen ? (
            <>
              {isOdds ? (
                <OddsForm onAnswer={onChoose} />
              ) : (
                <ol className="mt-4 grid gap-2">
                  {drill.options.map((label, index) => (
                    <li key={label}>
                      <Button
                        variant="secondary"
                        className="choice"
                        aria-keyshortcuts={String(index + 1)}
                        onClick={() => onChoose(index)}
                      >
                        <span aria-hidden="true" className="font-mono text-sm text-muted">
                          {index + 1}
                        </span>
                        {label}
                      </Button>
                    </li>
                  ))}
                </ol>
              )}
              <p className="mt-4 -ml-3 flex flex-wrap gap-x-2">
                <Button variant="quiet" size="small" onClick={onBury}>
                  Not today
                </Button>
                <Button variant="quiet" size="small" aria-keyshortcuts="P" onClick={onPause}>
                  Pause the deck
                </Button>
              </p>
            </>
          ) : (
            <DrillSolution
              drill={drill}
              chosen={given.chosen}
              solution={solution}
              rejection={rejection}
              onNext={onNext}
              onEasy={onEasy}
              onTakeBack={onTakeBack}
              onUnclear={onUnclear}
            />
          )}
          {!(isOpen && isOdds) && (
            <p className="mt-4 text-sm text-muted max-lg:hidden">
              {isOpen
                ? `Keys: 1 to ${drill.options.length} choose, Z takes the last answer back, P pauses the deck.`
                : `Keys: Space or Enter continues, ${solution?.isRight ? 'E marks the drill as easy, ' : ''}Z takes the answer back${solution ? ', U reports the question as unclear' : ''}.`}
            </p>
          )}
        </div>
      </div>
    </section>
  );
}

/** The index of the option that a key chooses. */
function optionOf(key: string, { body, options }: DrillView): number | undefined {
  if (/^[1-5]$/.test(key)) return Number(key) <= options.length ? Number(key) - 1 : undefined;
  if (body.kind !== 'range') return undefined;
  const index = options.findIndex((label) => label.toLowerCase().startsWith(key));
  return index === -1 ? undefined : index;
}

function OddsForm({ onAnswer }: { onAnswer: (percent: number) => void }) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus({ preventScroll: true }), []);

  function submit() {
    const percent = parsePercent(text);
    if (percent === undefined) {
      setError('Enter a number from 0 to 100');
      return;
    }
    onAnswer(Math.round(percent));
  }

  return (
    <Form ref={form} onSubmit={submit} className="mt-4 flex items-start gap-2">
      <TextField
        label="Percent"
        inputMode="decimal"
        autoComplete="off"
        value={text}
        error={error}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setError(undefined);
        }}
        className="w-40"
      />
      <Button type="submit" className="mt-6.25">
        Answer
      </Button>
    </Form>
  );
}
