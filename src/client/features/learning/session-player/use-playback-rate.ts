import { type RefObject, useEffect, useState } from 'react';
import { browserStorage } from '../../../lib/browser-storage.ts';

export const playbackRates = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;

const storageKey = 'playback-rate';

function storedRate(): number {
  const stored = browserStorage.read(storageKey);
  return playbackRates.find((known) => known === stored) ?? 1;
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
      browserStorage.write(storageKey, next);
    },
  };
}
