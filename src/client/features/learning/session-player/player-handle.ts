/** The commands of a player. */
export type PlayerHandle = {
  /** Seeks to a second, and starts playing if `play` is set. */
  seek: (second: number, play?: boolean) => void;
  pause: () => void;
};

/** The events of a player. Seconds may be fractional. */
export type PlayerEvents = {
  onTime: (second: number, duration: number) => void;
  /** A seek, which does not count as watching. */
  onSeek: (second: number) => void;
  onPlaying: (playing: boolean) => void;
  onEnded: () => void;
};
