import { clockTime } from '../../../../shared/clock-time.ts';
import { classNames } from '../../../ui/class-names.ts';
import { playbackRates } from './use-playback-rate.ts';

/** A tick above the seek bar, at a second of the video. */
export type Tick = { key: string; second: number; label: string };

export type PlayerControlsProps = {
  ticks: readonly Tick[];
  onTick: (key: string) => void;
  playing: boolean;
  /** Seconds. */
  time: number;
  /** Seconds; 0, NaN or Infinity while unknown. */
  duration: number;
  muted: boolean;
  /** 0…1. */
  volume: number;
  rate: number;
  fullscreen: boolean;
  /** Whether captions are shown; undefined if the video has none. */
  captions: boolean | undefined;
  onToggle: () => void;
  onSeek: (second: number) => void;
  onRate: (rate: number) => void;
  onMute: () => void;
  onVolume: (volume: number) => void;
  onCaptions: () => void;
  onFullscreen: () => void;
};

export function PlayerControls(props: PlayerControlsProps) {
  const { time, duration } = props;
  const isDurationKnown = Number.isFinite(duration) && duration > 0;
  return (
    <div className="flex flex-wrap items-center gap-x-1 px-2 py-1 sm:gap-x-2 sm:px-3">
      {isDurationKnown && props.ticks.length > 0 && (
        <Ticks ticks={props.ticks} duration={duration} onTick={props.onTick} />
      )}
      <input
        type="range"
        name="position"
        aria-label="Position"
        aria-valuetext={isDurationKnown ? `${clockTime(time)} of ${clockTime(duration)}` : clockTime(time)}
        min={0}
        max={isDurationKnown ? Math.floor(duration) : Math.max(1, Math.floor(time))}
        step={1}
        value={Math.floor(time)}
        disabled={!isDurationKnown}
        onChange={(event) => props.onSeek(Number(event.currentTarget.value))}
        className="h-8 w-full cursor-pointer accent-primary"
      />
      <ControlButton
        label={props.playing ? 'Pause' : 'Play'}
        onClick={props.onToggle}
        path={props.playing ? 'M5 3.5v13M15 3.5v13' : 'M5 3v14l12-7z'}
      />
      <p className="text-sm sm:min-w-24 text-muted tabular">
        {clockTime(time)}
        {isDurationKnown && ` / ${clockTime(duration)}`}
      </p>
      <div className="ml-auto flex flex-wrap items-center justify-end sm:gap-1">
        <ControlButton
          label={props.muted ? 'Unmute' : 'Mute'}
          onClick={props.onMute}
          path={
            props.muted
              ? 'M3 7.5v5h3.5L11 16V4L6.5 7.5zM14 8l4 4m0-4-4 4'
              : 'M3 7.5v5h3.5L11 16V4L6.5 7.5zM14 7a4 4 0 0 1 0 6m2-8.5a7.5 7.5 0 0 1 0 11'
          }
        />
        <input
          type="range"
          name="volume"
          aria-label="Volume"
          min={0}
          max={1}
          step={0.1}
          value={props.muted ? 0 : props.volume}
          onChange={(event) => props.onVolume(Number(event.currentTarget.value))}
          className="hidden h-8 w-20 cursor-pointer accent-primary sm:block"
        />
        <select
          aria-label="Speed"
          value={props.rate}
          onChange={(event) => props.onRate(Number(event.currentTarget.value))}
          className="h-9 rounded-control bg-surface px-1 text-sm font-semibold text-text tabular hover:bg-sunken"
        >
          {playbackRates.map((rate) => (
            <option key={rate} value={rate}>
              {rate}×
            </option>
          ))}
        </select>
        {props.captions !== undefined && (
          <ControlButton
            label="Captions"
            pressed={props.captions}
            onClick={props.onCaptions}
            path="M2.5 4.5h15v11h-15zM8.5 9a1.8 1.8 0 1 0 0 2.4M14 9a1.8 1.8 0 1 0 0 2.4"
          />
        )}
        <ControlButton
          label={props.fullscreen ? 'Leave full screen' : 'Full screen'}
          onClick={props.onFullscreen}
          path={
            props.fullscreen
              ? 'M7.5 3v4.5H3M12.5 3v4.5H17M7.5 17v-4.5H3M12.5 17v-4.5H17'
              : 'M3 7.5V3h4.5M12.5 3H17v4.5M17 12.5V17h-4.5M7.5 17H3v-4.5'
          }
        />
      </div>
    </div>
  );
}

type TicksProps = { ticks: readonly Tick[]; duration: number; onTick: (key: string) => void };

/** Half the width of the slider's thumb, which stays within the bar at both ends. */
const thumbInset = '0.5rem';

function Ticks({ ticks, duration, onTick }: TicksProps) {
  return (
    <fieldset className="relative -mb-2 h-6 w-full">
      <legend className="sr-only">Hands in this video</legend>
      {ticks.map(({ key, second, label }) => (
        <button
          key={key}
          type="button"
          title={label}
          aria-label={label}
          onClick={() => onTick(key)}
          style={{
            left: `calc(${thumbInset} + (100% - 2 * ${thumbInset}) * ${Math.min(second / duration, 1)})`,
          }}
          className="absolute top-0 grid size-6 -translate-x-1/2 place-items-end justify-center rounded-control pb-0.5 hover:bg-sunken"
        >
          <span className="h-3.5 w-1 rounded-xs bg-accent" />
        </button>
      ))}
    </fieldset>
  );
}

type ControlButtonProps = {
  label: string;
  onClick: () => void;
  path: string;
  pressed?: boolean;
};

function ControlButton({ label, onClick, path, pressed }: ControlButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      onClick={onClick}
      className={classNames(
        'grid size-10 place-items-center rounded-control hover:bg-sunken',
        pressed ? 'bg-primary-soft text-primary-text' : 'text-text',
      )}
    >
      <svg aria-hidden="true" viewBox="0 0 20 20" className="size-5">
        <path
          d={path}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.6"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    </button>
  );
}
