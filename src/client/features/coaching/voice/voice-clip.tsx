import { type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { clockTime } from '../../../../shared/clock-time.ts';
import { answerBounds, clipPath } from '../../../../shared/coaching/answers.ts';
import { uploadRules, voiceClipSeconds } from '../../../../shared/limits.ts';
import { describeError } from '../../../lib/error-text.ts';
import { shortcutKey } from '../../../lib/shortcut-key.ts';
import { isUnacceptable, UploadFailure, uploadFile } from '../../../lib/upload-file.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { LeaveConfirmation } from '../../../ui/leave-confirmation.tsx';
import { TextAreaField } from '../../../ui/text-field.tsx';
import { useRecorder } from './use-recorder.ts';
import { VoicePlayer } from './voice-player.tsx';

type VoiceDraft = { url: string; transcript: string };

type VoiceClipHandle = {
  /** Records until the key is released. */
  recordWhileHeld: (key: string) => void;
  /** Whether sending the answer would lose a clip that is not stored yet. If so, shows that the answer was not sent. */
  holdsAnswer: () => boolean;
};

export type VoiceClipProps = {
  ref: RefObject<VoiceClipHandle | null>;
  draft: VoiceDraft;
  error: string | undefined;
  transcriptError: string | undefined;
  onChange: (part: Partial<VoiceDraft>) => void;
};

const { contentTypes, hint } = uploadRules.answer_voice;

/** Records or uploads a voice clip for an answer. */
export function VoiceClip({ ref, draft, error, transcriptError, onChange }: VoiceClipProps) {
  const upload = useClipUpload((url) => onChange({ url }));
  const recorder = useRecorder(upload.send);
  const picker = useRef<HTMLInputElement>(null);
  const heldKey = useRef<string>(undefined);
  const { state, start, stop } = recorder;
  const isRecording = state === 'asking' || state === 'recording';
  const isBusy = state !== 'idle' || upload.isSending;
  /** Whether sending the answer or leaving the page would lose a clip. */
  const isHeld = isBusy || upload.failedFile !== undefined;
  const [isAwaited, setAwaited] = useState(false);
  useEffect(() => {
    if (!isHeld) setAwaited(false);
  }, [isHeld]);

  useImperativeHandle(ref, () => ({
    recordWhileHeld(key) {
      if (isHeld || draft.url !== '') return;
      heldKey.current = key;
      upload.discard();
      start();
    },
    holdsAnswer() {
      setAwaited(isHeld);
      return isHeld;
    },
  }));
  function recordUntilStopped() {
    // A key that was held for an earlier attempt must not end this recording.
    heldKey.current = undefined;
    upload.discard();
    start();
  }
  useEffect(() => {
    if (state === 'idle') return;
    const release = (event: KeyboardEvent) => {
      if (shortcutKey(event) !== heldKey.current) return;
      heldKey.current = undefined;
      stop();
    };
    document.addEventListener('keyup', release);
    return () => document.removeEventListener('keyup', release);
  }, [state, stop]);

  const awaited =
    isAwaited && isHeld ? 'The answer was not sent, because its clip is not stored yet.' : undefined;
  const problem = [awaited, error ?? recorder.problem ?? upload.problem].filter(Boolean).join(' ');
  return (
    <fieldset className="grid gap-3">
      <legend className="font-semibold">
        Voice clip <span className="font-normal text-muted">(optional)</span>
        <span className="block text-sm font-normal text-muted">
          {`${hint}.`}
          <span className="max-sm:hidden"> Hold M to record.</span>
        </span>
      </legend>
      {draft.url !== '' ? (
        <>
          <div className="flex flex-wrap items-end gap-3">
            <VoicePlayer
              path={clipPath(draft.url.replace('/objects/', ''))}
              seconds={null}
              label="Your voice clip"
            />
            <Button variant="quietDanger" size="small" onClick={() => onChange({ url: '' })}>
              Remove the clip
            </Button>
          </div>
          <TextAreaField
            name="transcript"
            label="What you say"
            hint="For students who cannot listen."
            optional
            rows={2}
            maxLength={answerBounds.transcriptLength}
            value={draft.transcript}
            error={transcriptError}
            onChange={(event) => onChange({ transcript: event.currentTarget.value })}
          />
        </>
      ) : upload.failedFile ? (
        <div className="flex flex-wrap items-center gap-2">
          <Button size="small" onClick={upload.retry}>
            Store the clip again
          </Button>
          <Button variant="quiet" size="small" onClick={upload.discard}>
            Discard
          </Button>
        </div>
      ) : !isRecording ? (
        <div className="flex flex-wrap items-center gap-2">
          <Button variant="secondary" size="small" busy={isBusy} onClick={recordUntilStopped}>
            Record a clip
          </Button>
          <Button variant="secondary" size="small" busy={isBusy} onClick={() => picker.current?.click()}>
            Choose an audio file
          </Button>
          <input
            ref={picker}
            type="file"
            hidden
            aria-label="Audio file"
            accept={[...contentTypes, '.m4a', '.ogg', '.opus', '.webm'].join(',')}
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              // Lets the user choose the same file again after a failure.
              event.currentTarget.value = '';
              if (!file) return;
              recorder.clearProblem();
              upload.send(file);
            }}
          />
          {isBusy && (
            <span role="status" className="text-sm text-muted">
              Storing the clip...
            </span>
          )}
        </div>
      ) : (
        <div className="flex flex-wrap items-center gap-2">
          <span role="status" className="text-sm">
            {state === 'asking' ? 'Waiting for the microphone...' : 'Recording'}
          </span>
          {state === 'recording' && <ElapsedTime />}
          <Button size="small" onClick={stop}>
            {state === 'asking' ? 'Cancel' : 'Stop and keep'}
          </Button>
          {state === 'recording' && (
            <Button variant="quiet" size="small" onClick={recorder.discard}>
              Discard
            </Button>
          )}
        </div>
      )}
      {problem && (
        <p role="alert" className="text-sm text-danger">
          {problem}
        </p>
      )}
      <LeaveConfirmation
        dirty={isHeld}
        title="Leave and discard the recording?"
        text="The voice clip is not stored yet, so it would be lost."
      />
    </fieldset>
  );
}

/** The length of the recording so far, and the maximum. */
function ElapsedTime() {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <span className="font-mono text-sm text-accent-text tabular">
      {`${clockTime(seconds)} of ${clockTime(voiceClipSeconds)}`}
    </span>
  );
}

/**
 * Uploads a clip. After a failure that another attempt may avoid, the clip is kept as `failedFile`, because a recording
 * exists nowhere else.
 * @param onStored - called with the URL of the stored clip
 */
function useClipUpload(onStored: (url: string) => void) {
  const utils = trpc.useUtils();
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [failedFile, setFailedFile] = useState<File>();
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  function discard() {
    setProblem(undefined);
    setFailedFile(undefined);
  }

  async function send(file: File) {
    const abort = new AbortController();
    controller.current = abort;
    discard();
    setSending(true);
    try {
      const { uploadURL } = await uploadFile(file, {
        purpose: 'answer_voice',
        requestUpload: (request, options) => utils.client.kyc.requestUpload.mutate(request, options),
        signal: abort.signal,
      });
      const { objectPath } = await utils.client.kyc.secureDocument.mutate(
        { documentImageUrl: uploadURL },
        { signal: abort.signal },
      );
      onStored(objectPath);
    } catch (error) {
      if (abort.signal.aborted) return;
      const isUploadFailure = error instanceof UploadFailure && error.cause === undefined;
      const { message, status = 500 } = describeError(error instanceof UploadFailure ? error.cause : error);
      setProblem(isUploadFailure ? error.message : message);
      const isRejected = isUnacceptable(error) || status === 400;
      if (!isRejected) setFailedFile(file);
    } finally {
      if (!abort.signal.aborted) setSending(false);
    }
  }

  return {
    isSending,
    problem,
    failedFile,
    send: (file: File) => void send(file),
    retry: () => failedFile && void send(failedFile),
    discard,
  };
}
