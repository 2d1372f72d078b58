import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { voiceClipSeconds } from '../../../../shared/limits.ts';

type Recording = { recorder: MediaRecorder; stream: MediaStream; timer: ReturnType<typeof setTimeout> };

/** Formats that the server accepts, in order of preference. */
const formats = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4'];
/** Sufficient for speech. Three minutes take about 720 kB. */
const bitsPerSecond = 32_000;

/** Records from the microphone, for at most `voiceClipSeconds`. */
export function useRecorder(onClip: (file: File) => void) {
  const [state, setState] = useState<'idle' | 'asking' | 'recording' | 'ending'>('idle');
  const [problem, setProblem] = useState<string>();
  const current = useRef<Recording>(undefined);
  /**
   * The number of the current attempt. Canceling an attempt increases it. If the browser then grants permission,
   * recording does not start.
   */
  const attempt = useRef(0);
  const handleClip = useEffectEvent(onClip);

  const end = () => {
    attempt.current += 1;
    setState('idle');
    const recording = current.current;
    current.current = undefined;
    if (!recording) return;
    clearTimeout(recording.timer);
    return recording;
  };

  /** Ends the recording and delivers its clip. If the recording has not begun, cancels the attempt. */
  const stop = () => {
    if (!current.current) {
      end();
      return;
    }
    const { recorder, timer } = current.current;
    clearTimeout(timer);
    // This state lasts until the recorder has delivered the clip, so that no answer is sent without the clip.
    setState('ending');
    if (recorder.state !== 'inactive') recorder.stop();
  };

  /** Ends the recording and delivers no clip. */
  const discard = () => {
    const recording = end();
    if (!recording) return;
    recording.recorder.ondataavailable = null;
    recording.recorder.onstop = null;
    if (recording.recorder.state !== 'inactive') recording.recorder.stop();
    release(recording.stream);
  };
  const discardLast = useEffectEvent(discard);
  useEffect(() => () => discardLast(), []);

  async function start() {
    if (state !== 'idle') return;
    setProblem(undefined);
    const mimeType =
      typeof MediaRecorder === 'undefined'
        ? undefined
        : formats.find((each) => MediaRecorder.isTypeSupported(each));
    if (!mimeType || !navigator.mediaDevices) {
      setProblem('This browser cannot record. Choose an audio file instead.');
      return;
    }
    setState('asking');
    attempt.current += 1;
    const thisAttempt = attempt.current;
    try {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      if (attempt.current !== thisAttempt) {
        release(stream);
        return;
      }
      const recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: bitsPerSecond });
      const parts: Blob[] = [];
      recorder.ondataavailable = ({ data }) => parts.push(data);
      recorder.onstop = () => {
        // The browser stops the recorder if the microphone is disconnected.
        if (current.current?.recorder === recorder) end();
        release(stream);
        const [type = ''] = mimeType.split(';');
        handleClip(new File(parts, 'voice-clip', { type }));
      };
      current.current = { recorder, stream, timer: setTimeout(stop, voiceClipSeconds * 1_000) };
      recorder.start();
      setState('recording');
    } catch (error) {
      if (attempt.current !== thisAttempt) return;
      end();
      setProblem(problemText(error));
    }
  }

  const clearProblem = () => setProblem(undefined);
  return { state, problem, clearProblem, start: () => void start(), stop, discard };
}

function release(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

function problemText(error: unknown): string {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError') {
    return 'The browser does not allow the microphone. Allow it in the settings of this page, or choose an audio file.';
  }
  if (name === 'NotFoundError') return 'There is no microphone. Connect one, or choose an audio file.';
  return 'The microphone cannot be used. Another program may be using it. Try again, or choose an audio file.';
}
