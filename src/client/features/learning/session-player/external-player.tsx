import { type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { buttonClass } from '../../../ui/button.tsx';
import { Cover } from './cover.tsx';
import {
  type ExternalProvider,
  frameOrigins,
  frameUrlAt,
  listenMessages,
  pauseMessage,
  readFrameMessage,
  seekMessage,
} from './external-messages.ts';
import type { PlayerEvents, PlayerHandle } from './player-handle.ts';

const providerNames: Record<ExternalProvider, string> = {
  youtube: 'youtube-nocookie.com',
  vimeo: 'vimeo.com',
};

/**
 * If the position changes by more than this many seconds between two messages, the user moved it with the frame's own
 * controls.
 */
const maxStepSeconds = 5;

export type ExternalPlayerProps = {
  handle: RefObject<PlayerHandle | null>;
  events: PlayerEvents;
  provider: ExternalProvider;
  embedUrl: string;
  title: string;
  /** Seconds. */
  startAt: number;
};

/** A video on another site. The site is not contacted before the user starts the video or seeks in it. */
export function ExternalPlayer({ handle, events, provider, embedUrl, title, startAt }: ExternalPlayerProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [frameUrl, setFrameUrl] = useState<string>();
  const video = useRef({ second: startAt, duration: Number.NaN, playing: false });

  function begin(second: number) {
    video.current.second = second;
    events.onSeek(second);
    setFrameUrl(frameUrlAt(provider, embedUrl, second, window.location.origin));
  }

  const post = (...messages: string[]) => postTo(frame.current, provider, messages);

  useImperativeHandle(handle, () => ({
    seek(second) {
      if (frameUrl) post(seekMessage(provider, second));
      else begin(second);
    },
    pause: () => post(pauseMessage(provider)),
  }));

  useEffect(() => {
    if (!frameUrl) return;
    // The buttons of the cover were removed. The player takes the focus, so that its own keys work.
    frame.current?.focus();
    function handleMessage(event: MessageEvent) {
      if (event.source !== frame.current?.contentWindow || event.origin !== frameOrigins[provider]) return;
      const message = readFrameMessage(provider, event.data);
      if (!message) return;
      if ('ready' in message) {
        postTo(frame.current, provider, listenMessages(provider));
        return;
      }
      const state = video.current;
      if (message.duration) state.duration = message.duration;
      if (message.playing !== undefined && message.playing !== state.playing) {
        state.playing = message.playing;
        events.onPlaying(message.playing);
      }
      if (message.second !== undefined) {
        const hasSeeked = Math.abs(message.second - state.second) > maxStepSeconds;
        state.second = message.second;
        if (hasSeeked) events.onSeek(message.second);
        else events.onTime(message.second, state.duration);
      }
    }
    window.addEventListener('message', handleMessage);
    return () => window.removeEventListener('message', handleMessage);
  }, [frameUrl, provider, events]);

  return (
    <figure>
      {frameUrl ? (
        <iframe
          ref={frame}
          src={frameUrl}
          title={title}
          onLoad={() => post(...listenMessages(provider))}
          allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
          allowFullScreen
          className="aspect-video w-full rounded-card border border-border bg-sunken"
        />
      ) : (
        <div className="relative aspect-video overflow-hidden rounded-card border border-border">
          <Cover title={title} startAt={startAt} onBegin={begin} />
        </div>
      )}
      <figcaption className="mt-2 text-sm text-muted">
        Plays from {providerNames[provider]}. Nothing is loaded from there until you start the video.
      </figcaption>
    </figure>
  );
}

function postTo(
  frame: HTMLIFrameElement | null,
  provider: ExternalProvider,
  messages: readonly string[],
): void {
  for (const message of messages) frame?.contentWindow?.postMessage(message, frameOrigins[provider]);
}

/** A link to a video that cannot be embedded. It opens in a new tab. */
export function VideoPageLink({ pageUrl }: { pageUrl: string }) {
  return (
    <div className="rounded-card border border-border bg-surface p-4 sm:p-6">
      <p className="mb-3 measure text-muted">
        The video of this session is on <span className="wrap-anywhere">{new URL(pageUrl).hostname}</span>. It
        opens in a new tab; mark the session as complete here when you have watched it.
      </p>
      <a href={pageUrl} target="_blank" rel="noopener noreferrer" className={buttonClass('primary')}>
        Open the video
      </a>
    </div>
  );
}
