import { type RefObject, useEffect, useState } from 'react';

/** The frame with our controls fills the screen; on phones that allow it for videos alone, the video does. */
export function useFullscreen(
  frame: RefObject<HTMLElement | null>,
  video: RefObject<HTMLVideoElement | null>,
) {
  const [active, setActive] = useState(false);
  useEffect(() => {
    const follow = () => setActive(document.fullscreenElement === frame.current && frame.current !== null);
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
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
    // Safari on iPhone; not in TypeScript's DOM library.
    const enter: unknown = Reflect.get(video.current, 'webkitEnterFullscreen');
    if (typeof enter === 'function') enter.call(video.current);
  }

  return {
    active,
    toggle() {
      toggle().catch((error: unknown) => console.warn('Full screen was refused', error));
    },
  };
}
