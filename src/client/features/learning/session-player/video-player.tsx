import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { shortcutKey } from '../../../lib/shortcut-key.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Cover } from './cover.tsx';
import { PlayerControls, type Tick } from './player-controls.tsx';
import type { PlayerEvents, PlayerHandle } from './player-handle.ts';
import { focusKind, playerAction } from './player-keys.ts';
import type { Cue } from './transcript.tsx';
import { usePlaybackRate } from './use-playback-rate.ts';

const skipSeconds = 5;
const volumeStep = 0.1;
/** Seconds; longer than any video. */
const endSeconds = 1e9;

export type VideoPlayerProps = {
  handle: RefObject<PlayerHandle | null>;
  events: PlayerEvents;
  source: { url: string; contentType: string };
  captionsUrl: string | null;
  title: string;
  /** Seconds. */
  startAt: number;
  onCues: (cues: Cue[]) => void;
  /** Hands in the video, shown as ticks above the seek bar. */
  ticks: readonly Tick[];
  onTick: (key: string) => void;
  /** Opens the hand that is nearest to this second of the video. */
  onNearestHand: (second: number) => void;
};

/** Plays an uploaded video. All controls work with the keyboard. */
export function VideoPlayer({
  handle,
  events,
  source,
  captionsUrl,
  title,
  startAt,
  onCues,
  ticks,
  onTick,
  onNearestHand,
}: VideoPlayerProps) {
  const frame = useRef<HTMLElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const track = useRef<HTMLTrackElement>(null);
  const fullscreen = useFullscreen(frame, video);
  const { rate, setRate } = usePlaybackRate(video);
  const [started, setStarted] = useState(false);
  const [failed, setFailed] = useState(false);
  const [captionsOn, setCaptionsOn] = useState(false);
  const [state, setState] = useState({ playing: false, time: startAt, duration: 0, muted: false, volume: 1 });
  /** The second to seek to when the metadata loads, also after a failed load; null for none. */
  const pendingSeek = useRef<number | null>(startAt);

  useEffect(() => {
    // `hidden` and not `disabled`: the track must load even if captions are off, because its cues are the transcript.
    if (track.current) track.current.track.mode = captionsOn ? 'showing' : 'hidden';
  }, [captionsOn]);

  useEffect(() => {
    const element = track.current;
    if (!element) return;
    // React does not support the events of a track element.
    const read = () => onCues(readCues(element.track));
    if (element.readyState === HTMLTrackElement.LOADED) read();
    element.addEventListener('load', read);
    return () => element.removeEventListener('load', read);
  }, [onCues]);

  const readMetadata = useCallback((element: HTMLVideoElement) => {
    if (element.duration === Number.POSITIVE_INFINITY) {
      // A video recorded in a browser may not state its length. Seeking past the end makes the browser determine it.
      element.currentTime = endSeconds;
      return;
    }
    if (pendingSeek.current !== null) element.currentTime = Math.min(pendingSeek.current, element.duration);
    pendingSeek.current = null;
    setState((old) => ({ ...old, duration: element.duration }));
  }, []);

  useEffect(() => {
    // The video starts to load when React creates its element, so its metadata may have loaded before this effect runs.
    if (video.current && video.current.readyState > 0) readMetadata(video.current);
  }, [readMetadata]);

  function seek(second: number) {
    const element = video.current;
    if (!element) return;
    const end = Number.isFinite(element.duration) ? element.duration : second;
    const target = Math.min(Math.max(0, second), end);
    if (element.readyState === 0 || !Number.isFinite(element.duration)) pendingSeek.current = second;
    else element.currentTime = target;
    setState((old) => ({ ...old, time: target }));
    events.onSeek(target);
  }

  function play() {
    setStarted(true);
    // This usually fails because the browser blocks playback, or because of a pause before playback begins. The user
    // can press Play.
    void video.current?.play().catch((error: unknown) => console.warn('The video did not start', error));
  }

  function toggle() {
    if (video.current?.paused) play();
    else video.current?.pause();
  }

  useImperativeHandle(handle, () => ({
    seek(second, playOn = false) {
      seek(second);
      if (playOn) play();
    },
    pause: () => video.current?.pause(),
  }));

  function playFrom(second: number) {
    seek(second);
    play();
    frame.current?.focus();
  }

  function handleKey(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || !video.current) return;
    const action = playerAction(shortcutKey(event), focusKind(event.target));
    if (!action || (action === 'hand' && ticks.length === 0)) return;
    event.preventDefault();
    const element = video.current;
    if (action === 'toggle') toggle();
    else if (action === 'back') seek(element.currentTime - skipSeconds);
    else if (action === 'forward') seek(element.currentTime + skipSeconds);
    else if (action === 'louder') changeVolume(shownVolume(element) + volumeStep);
    else if (action === 'quieter') changeVolume(shownVolume(element) - volumeStep);
    else if (action === 'mute') element.muted = !element.muted;
    else if (action === 'hand') {
      // Full screen would hide the hand, which opens outside of the player.
      if (fullscreen.active) fullscreen.toggle();
      onNearestHand(element.currentTime);
    } else if (action === 'captions') setCaptionsOn((on) => captionsUrl !== null && !on);
    else fullscreen.toggle();
  }

  /** At 0, the video is muted and keeps its volume, so that unmuting restores it. */
  function changeVolume(volume: number) {
    if (!video.current) return;
    const rounded = Math.round(volume / volumeStep) * volumeStep;
    video.current.muted = rounded <= 0;
    if (rounded > 0) video.current.volume = Math.min(1, rounded);
  }

  function changePlaying(playing: boolean) {
    setState((old) => ({ ...old, playing }));
    events.onPlaying(playing);
  }

  function retry() {
    setFailed(false);
    pendingSeek.current = state.time;
    video.current?.load();
    // The pressed button disappears with the error message, so the player takes the focus.
    frame.current?.focus();
  }

  return (
    <section
      ref={frame}
      // The player takes the focus when the video is started from the cover, so that its keys work immediately.
      tabIndex={-1}
      aria-label={`Video: ${title}`}
      onKeyDown={handleKey}
      className="flex flex-col overflow-hidden rounded-card border border-border bg-surface"
    >
      <div className="relative min-h-0 flex-1 bg-[oklch(0.16_0.013_240)]">
        {/* biome-ignore lint/a11y/useMediaCaption: the track exists if an admin has uploaded captions */}
        <video
          ref={video}
          src={source.url}
          preload="metadata"
          playsInline
          aria-label={title}
          onClick={started ? toggle : undefined}
          onLoadedMetadata={(event) => readMetadata(event.currentTarget)}
          onDurationChange={(event) => readMetadata(event.currentTarget)}
          onTimeUpdate={(event) => {
            const { currentTime, duration, readyState, seeking } = event.currentTarget;
            // A retry sets the time to 0 until the metadata has loaded.
            if (seeking || !started || readyState === 0) return;
            setState((old) => ({ ...old, time: currentTime }));
            events.onTime(currentTime, duration);
          }}
          onPlaying={() => changePlaying(true)}
          onPause={() => changePlaying(false)}
          onWaiting={() => events.onPlaying(false)}
          onVolumeChange={(event) => {
            const { muted, volume } = event.currentTarget;
            setState((old) => ({ ...old, muted, volume }));
          }}
          onError={(event) => {
            // Browsers do not pause a failed video: the button would stay "Pause", and the time would count as study
            // time.
            event.currentTarget.pause();
            setFailed(true);
          }}
          className="block aspect-video size-full"
        >
          {captionsUrl !== null && (
            <track ref={track} kind="captions" src={captionsUrl} srcLang="en" label="English" />
          )}
        </video>
        {!started && !failed && <Cover title={title} startAt={startAt} onBegin={playFrom} />}
        {failed && (
          <div className="absolute inset-0 grid place-items-center p-4">
            <Notice
              tone="danger"
              role="alert"
              title="The video could not be loaded"
              action={
                <Button variant="secondary" size="small" onClick={retry}>
                  Try again
                </Button>
              }
              className="max-w-md"
            >
              Check your connection. Your position is saved.
            </Notice>
          </div>
        )}
      </div>
      <PlayerControls
        {...state}
        ticks={ticks}
        onTick={onTick}
        rate={rate}
        fullscreen={fullscreen.active}
        captions={captionsUrl === null ? undefined : captionsOn}
        onToggle={toggle}
        onSeek={seek}
        onRate={setRate}
        onMute={() => {
          if (video.current) video.current.muted = !video.current.muted;
        }}
        onVolume={changeVolume}
        onCaptions={() => setCaptionsOn(!captionsOn)}
        onFullscreen={fullscreen.toggle}
      />
    </section>
  );
}

/** The volume that the slider shows. */
function shownVolume({ muted, volume }: HTMLVideoElement): number {
  return muted ? 0 : volume;
}

function readCues(track: TextTrack): Cue[] {
  return [...(track.cues ?? [])].map((cue) => ({
    second: cue.startTime,
    text: cue instanceof VTTCue ? (cue.getCueAsHTML().textContent ?? '').trim() : '',
  }));
}

/** Shows the player in full screen. iPhones allow full screen only for videos, so they show only the video. */
function useFullscreen(frame: RefObject<HTMLElement | null>, video: RefObject<HTMLVideoElement | null>) {
  const [active, setActive] = useState(false);
  useEffect(() => {
    const update = () => setActive(document.fullscreenElement === frame.current && frame.current !== null);
    document.addEventListener('fullscreenchange', update);
    return () => document.removeEventListener('fullscreenchange', update);
  }, [frame]);

  async function toggle(): Promise<void> {
    if (document.fullscreenElement) {
      await document.exitFullscreen();
      return;
    }
    const element = frame.current;
    if (!element || !video.current) return;
    if (typeof element.requestFullscreen === 'function') {
      await element.requestFullscreen();
      return;
    }
    // Safari on iPhone. The method is not in TypeScript's DOM library.
    const enter: unknown = Reflect.get(video.current, 'webkitEnterFullscreen');
    if (typeof enter === 'function') enter.call(video.current);
  }

  return {
    active,
    toggle() {
      toggle().catch((error: unknown) => console.warn('Full screen was rejected', error));
    },
  };
}
