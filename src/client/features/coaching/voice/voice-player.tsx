import { clockTime } from '../../../lib/clock-time.ts';

export type VoicePlayerProps = {
  path: string;
  /** The length; null if it is not known yet. */
  seconds: number | null;
  label: string;
  transcript?: string;
};

/** A player for a voice clip, which loads the clip only when it is played. */
export function VoicePlayer({ path, seconds, label, transcript = '' }: VoicePlayerProps) {
  return (
    <figure className="min-w-0 flex-1 basis-72">
      <figcaption className="text-sm text-muted tabular">
        {seconds === null ? label : `${label}, ${clockTime(seconds)}`}
      </figcaption>
      {/* biome-ignore lint/a11y/useMediaCaption: the written answer is beside the clip, often with a transcript */}
      <audio controls preload="none" src={path} aria-label={label} className="mt-1 h-11 w-full max-w-md" />
      {transcript !== '' && (
        <details className="mt-1">
          <summary className="cursor-pointer text-sm text-muted">Transcript</summary>
          <p className="mt-1 text-sm whitespace-pre-line wrap-anywhere">{transcript}</p>
        </details>
      )}
    </figure>
  );
}
