import { useRef, useState } from 'react';
import { clockTime } from '../../../../shared/clock-time.ts';
import { downloadErrorOf } from '../../../lib/download-file.ts';
import { fetchWithStepUp } from '../../../lib/fetch-with-step-up.ts';
import { Button } from '../../../ui/button.tsx';

export type VoicePlayerProps = {
  /** Null if the clip was deleted with the account of its coach. */
  path: string | null;
  /** The length; null if it is not known yet. */
  seconds: number | null;
  label: string;
  transcript?: string;
};

/** A player that loads a voice clip only when the user plays it. */
export function VoicePlayer({ path, seconds, label, transcript = '' }: VoicePlayerProps) {
  return (
    <figure className="min-w-0 flex-1 basis-72">
      <figcaption className="text-sm text-muted tabular">
        {seconds === null ? label : `${label}, ${clockTime(seconds)}`}
      </figcaption>
      {path === null ? (
        <p className="mt-1 text-sm">The clip was deleted with the account of the coach.</p>
      ) : (
        <Audio path={path} label={label} />
      )}
      {transcript !== '' && (
        <details className="mt-1">
          <summary className="cursor-pointer text-sm text-muted">Transcript</summary>
          <p className="mt-1 text-sm whitespace-pre-line wrap-anywhere">{transcript}</p>
        </details>
      )}
    </figure>
  );
}

/**
 * The browser's controls for the clip. If the clip cannot be loaded, the browser only disables the controls, so a text
 * below them gives the reason.
 */
function Audio({ path, label }: { path: string; label: string }) {
  const audio = useRef<HTMLAudioElement>(null);
  const [problem, setProblem] = useState<string>();
  function retry() {
    setProblem(undefined);
    audio.current?.load();
    // If the clip cannot be loaded again, `onError` shows the reason.
    audio.current?.play().catch((error: unknown) => console.warn('The voice clip did not start', error));
  }
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: the written answer is beside the clip, often with a transcript */}
      <audio
        ref={audio}
        controls
        preload="none"
        src={path}
        aria-label={label}
        onError={() => void reasonOf(path).then(setProblem)}
        className="mt-1 h-11 w-full max-w-md"
      />
      {problem !== undefined && (
        <div role="alert" className="mt-1 flex flex-wrap items-center gap-2 text-sm text-danger">
          {problem}
          <Button variant="secondary" size="small" onClick={retry}>
            Try again
          </Button>
        </div>
      )}
    </>
  );
}

/** Requests the reason why a clip cannot be loaded, because the browser does not report it. */
async function reasonOf(path: string): Promise<string> {
  const failure = 'The voice clip could not be loaded. Check your connection.';
  const response = await fetchWithStepUp(path, { headers: { range: 'bytes=0-0' } }).catch(() => undefined);
  return response === undefined || response.ok ? failure : (await downloadErrorOf(response, failure)).message;
}
