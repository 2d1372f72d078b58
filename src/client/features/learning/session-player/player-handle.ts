/** The commands of a player. */
export type PlayerHandle = {
  /** Seeks to a second. An uploaded video then starts to play if `play` is set; an external player ignores `play`. */
  seek: (second: number, play?: boolean) => void;
  pause: () => void;
};

/** The events of a player. Seconds may be fractional; a duration is NaN or Infinity while it is unknown. */
export type PlayerEvents = {
  onTime: (second: number, duration: number) => void;
  /** A seek, which does not count as watching. */
  onSeek: (second: number) => void;
  onPlaying: (playing: boolean) => void;
};
