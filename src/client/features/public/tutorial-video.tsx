import { useEffect, useRef, useState } from 'react';
import { youtubeEmbedUrl, youtubeVideoId } from '../../../shared/shop/video-id.ts';
import { Button } from '../../ui/button.tsx';
import { RangeGrid } from '../../ui/range-grid.tsx';

export type TutorialVideoProps = {
  /** A YouTube URL or id from the settings; anything else counts as not set. */
  url: string | null | undefined;
};

/**
 * A video about the play-money client, a separate program that the landing page offers for download. YouTube is not
 * contacted before the user presses Play.
 */
export function TutorialVideo({ url }: TutorialVideoProps) {
  const videoId = youtubeVideoId(url ?? '');
  const [playing, setPlaying] = useState(false);
  const frame = useRef<HTMLIFrameElement>(null);

  // The focused button was removed, so the player takes the focus. Its keyboard shortcuts then work immediately.
  useEffect(() => {
    if (playing) frame.current?.focus();
  }, [playing]);

  return (
    <figure className="flex flex-col">
      {playing && videoId ? (
        <iframe
          ref={frame}
          src={youtubeEmbedUrl(videoId)}
          title="Tutorial: from download to the first hand"
          allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
          allowFullScreen
          className="aspect-video w-full rounded-card border border-border bg-sunken"
        />
      ) : (
        <Poster videoId={videoId} onPlay={() => setPlaying(true)} />
      )}
      <figcaption className="mt-3 measure text-sm text-muted">
        {videoId
          ? 'Plays from youtube-nocookie.com. Nothing is loaded from there until you press Play.'
          : 'What to click, what to ignore, and where your hands are stored.'}
      </figcaption>
    </figure>
  );
}

function Poster({ videoId, onPlay }: { videoId: string | undefined; onPlay: () => void }) {
  return (
    <div className="relative flex aspect-4/3 flex-col justify-end overflow-hidden rounded-card border border-border bg-sunken p-4 sm:aspect-video sm:p-6">
      <RangeGrid seed={9} className="absolute -top-10 -right-10 w-72 opacity-90 sm:w-96" />
      <div className="relative max-w-72 rounded-control border border-border bg-surface p-4">
        <p className="font-semibold">Tutorial: from download to the first hand</p>
        {videoId ? (
          <Button className="mt-3" onClick={onPlay}>
            <svg aria-hidden="true" viewBox="0 0 12 12" className="size-3">
              <path d="M2.5 1v10l8-5z" fill="currentColor" />
            </svg>
            Play<span className="sr-only"> the tutorial video</span>
          </Button>
        ) : (
          <p className="mt-1 text-sm text-muted">Coming soon</p>
        )}
      </div>
    </div>
  );
}
