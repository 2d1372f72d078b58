/** A period for screen readers only, between two texts that they read as one description. */
export const spokenPause = <span className="sr-only">.</span>;
