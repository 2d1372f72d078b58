import { clockTime } from '../../../../shared/clock-time.ts';
import { classNames } from '../../../ui/class-names.ts';

export type Cue = { second: number; text: string };

export type TranscriptProps = {
  cues: readonly Cue[];
  /** The current position of the video, in seconds. */
  second: number;
  onSeek: (second: number) => void;
};

/** The captions as a readable transcript. Pressing a line seeks to it. */
export function Transcript({ cues, second, onSeek }: TranscriptProps) {
  const current = cues.findLastIndex((cue) => cue.second <= second + 0.5);
  return (
    <details className="rounded-card border border-border bg-surface">
      <summary className="min-h-11 px-4 py-2.5 font-semibold">Transcript</summary>
      <ol className="max-h-80 overflow-y-auto border-t border-border p-2">
        {cues.map((cue, index) => (
          <li key={`${cue.second}-${cue.text}`}>
            <button
              type="button"
              aria-current={index === current || undefined}
              onClick={() => onSeek(cue.second)}
              className={classNames(
                'flex min-h-9 w-full gap-3 rounded-control px-2 py-1.5 text-left hover:bg-sunken',
                index === current && 'bg-primary-soft',
              )}
            >
              <span className="shrink-0 pt-0.5 font-mono text-sm text-primary-text">
                {clockTime(cue.second)}
              </span>
              <span className="wrap-anywhere">{cue.text}</span>
            </button>
          </li>
        ))}
      </ol>
    </details>
  );
}
