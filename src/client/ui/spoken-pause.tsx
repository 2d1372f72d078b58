/** A full stop for screen readers only, between two texts that screen readers read as one description. */
export const spokenPause = <span className="sr-only">.</span>;
