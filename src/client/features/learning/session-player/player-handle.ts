/** The commands of a player. */
export type PlayerHandle = {
  /** Jumps to a second, and plays on from there when `play` is set. */
  seek: (second: number, play?: boolean) => void;
};

/** The events of a player. Seconds may be fractional. */
export type PlayerEvents = {
  onTime: (second: number, duration: number) => void;
  /** A jump, which is no watching. */
  onSeek: (second: number) => void;
  onPlaying: (playing: boolean) => void;
  onEnded: () => void;
};
