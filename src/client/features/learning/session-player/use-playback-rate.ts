import { type RefObject, useEffect, useState } from 'react';

export const playbackRates = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;

const storageKey = 'playback-rate';

function storedRate(): number {
  try {
    const stored = Number(localStorage.getItem(storageKey));
    return playbackRates.find((known) => known === stored) ?? 1;
  } catch {
    // Storage is not available, so the speed is the default.
    return 1;
  }
}

/** The playback speed, which this browser remembers for the next video. */
export function usePlaybackRate(video: RefObject<HTMLVideoElement | null>) {
  const [rate, setRate] = useState(storedRate);
  useEffect(() => {
    if (!video.current) return;
    video.current.defaultPlaybackRate = rate;
    video.current.playbackRate = rate;
  }, [video, rate]);
  return {
    rate,
    setRate(next: number) {
      setRate(next);
      try {
        localStorage.setItem(storageKey, String(next));
      } catch (error) {
        console.warn('The speed could not be remembered', error);
      }
    },
  };
}
