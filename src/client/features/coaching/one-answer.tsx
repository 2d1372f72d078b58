import { clockTime } from '../../../shared/clock-time.ts';
import type { AnswerView } from '../../../shared/coaching/answers.ts';
import { leakName } from '../../../shared/practice/leaks.ts';
import { formatDate } from '../../lib/format.ts';
import { Card } from '../../ui/card.tsx';
import type { Replay } from '../hands/replayer/use-replay.ts';
import { OptionBars } from '../practice/option-bars.tsx';
import { VoicePlayer } from './voice/voice-player.tsx';

/** Functions that describe and show an action of a hand, by its index. */
export type HandActions = { textOf: (action: number) => string; go: (action: number) => void };

export function actionsOf({ steps, go }: Replay): HandActions {
  const stepOf = (action: number) => steps.findIndex((step) => step.action === action);
  return { textOf: (action) => steps[stepOf(action)]?.text ?? '', go: (action) => go(stepOf(action)) };
}

/** How a student rates an answer, from 1 to 3. */
export const helpfulLabels = ['Not helpful', 'Somewhat', 'Helpful'] as const;

export type OneAnswerProps = {
  /** The accessible name of the section. */
  label: string;
  answer: AnswerView;
  /** The option that the student chose before reading the answer; null if there is none. */
  chosen: string | null;
  /** Absent if the question has no hand. */
  actions?: HandActions;
};

/** The answer of a coach, as the student and other coaches read it. */
export function OneAnswer({ label, answer, chosen, actions }: OneAnswerProps) {
  const { options, reason, comments, leak, place, voice } = answer;
  return (
    <Card as="section" aria-label={label}>
      <p className="text-sm text-muted">
        <span className="font-semibold text-text">{answer.coachName}</span>, {formatDate(answer.createdAt)}
      </p>
      {options.length > 0 && (
        <div className="mt-4">
          <OptionBars options={options} chosen={chosen} />
        </div>
      )}
      <p className="mt-4 whitespace-pre-line wrap-anywhere">{reason}</p>
      {voice && (
        <div className="mt-4">
          <VoicePlayer {...voice} label={`Voice clip of ${answer.coachName}`} />
        </div>
      )}
      {comments.length > 0 && (
        <ul className="mt-4 grid gap-2 border-t border-border pt-4 text-sm">
          {comments.map(({ atAction, text }) => (
            <li key={`${atAction} ${text}`} className="wrap-anywhere">
              {actions && <span className="block text-muted">{actions.textOf(atAction)}</span>}
              {text}{' '}
              {actions && (
                <button
                  type="button"
                  className="font-semibold text-primary-text underline"
                  onClick={() => actions.go(atAction)}
                >
                  Show the action<span className="sr-only"> {actions.textOf(atAction)}</span>
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {leak !== null && <p className="mt-4 text-sm text-muted">{`Leak: ${leakName(leak)}`}</p>}
      {place && (
        <p className="mt-2">
          <a href={place.path} className="underline">
            {`${place.title}${place.place.kind === 'session' ? `, ${clockTime(place.place.atSeconds)}` : `, page ${place.place.page}`}`}
          </a>
        </p>
      )}
    </Card>
  );
}
