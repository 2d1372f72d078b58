export type ExternalProvider = 'youtube' | 'vimeo';

/** The state of the video that a provider's frame reports. */
export type PlayerMessage = {
  second?: number;
  duration?: number;
  playing?: boolean;
};

/** The origin of each provider's frame, used to send and check messages. */
export const frameOrigins: Record<ExternalProvider, string> = {
  youtube: 'https://www.youtube-nocookie.com',
  vimeo: 'https://player.vimeo.com',
};

/**
 * The frame's URL, with which the video starts at `second`. The page exchanges messages with the frame by postMessage,
 * so it loads no script of YouTube or Vimeo.
 * @param origin - the origin of this site, the only one that YouTube replies to
 */
export function frameUrlAt(
  provider: ExternalProvider,
  embedUrl: string,
  second: number,
  origin: string,
): string {
  const url = new URL(embedUrl);
  const start = Math.floor(second);
  if (provider === 'youtube') {
    url.searchParams.set('enablejsapi', '1');
    url.searchParams.set('origin', origin);
    if (start > 0) url.searchParams.set('start', String(start));
  } else if (start > 0) {
    url.hash = `t=${start}s`;
  }
  return url.href;
}

/** Messages that make the loaded frame report about its video. */
export function listenMessages(provider: ExternalProvider): string[] {
  if (provider === 'youtube') return [JSON.stringify({ event: 'listening', id: 1, channel: 'widget' })];
  return ['timeupdate', 'play', 'pause', 'ended'].map((value) =>
    JSON.stringify({ method: 'addEventListener', value }),
  );
}

export function seekMessage(provider: ExternalProvider, second: number): string {
  return JSON.stringify(
    provider === 'youtube'
      ? { event: 'command', func: 'seekTo', args: [second, true] }
      : { method: 'setCurrentTime', value: second },
  );
}

export function pauseMessage(provider: ExternalProvider): string {
  return JSON.stringify(
    provider === 'youtube' ? { event: 'command', func: 'pauseVideo', args: [] } : { method: 'pause' },
  );
}

/**
 * Parses a message from the frame. `ready` means that the frame accepts the listen messages. Returns undefined for any
 * other message.
 */
export function readFrameMessage(
  provider: ExternalProvider,
  data: unknown,
): { ready: true } | PlayerMessage | undefined {
  const message = asRecord(parseJson(data));
  if (!message) return undefined;
  return provider === 'youtube' ? readYoutube(message) : readVimeo(message);
}

function readYoutube(message: Record<string, unknown>): { ready: true } | PlayerMessage | undefined {
  if (message.event === 'onReady') return { ready: true };
  if (message.event !== 'infoDelivery' && message.event !== 'initialDelivery') return undefined;
  const info = asRecord(message.info);
  if (!info) return undefined;
  // State 1 means that the video is playing.
  const state = asNonNegative(info.playerState);
  return playerMessage({
    second: asNonNegative(info.currentTime),
    duration: asNonNegative(info.duration),
    playing: state === undefined ? undefined : state === 1,
  });
}

function readVimeo(message: Record<string, unknown>): { ready: true } | PlayerMessage | undefined {
  if (message.event === 'ready') return { ready: true };
  const data = asRecord(message.data);
  const position = { second: asNonNegative(data?.seconds), duration: asNonNegative(data?.duration) };
  switch (message.event) {
    case 'timeupdate':
      return playerMessage({ ...position, playing: undefined });
    case 'play':
      return playerMessage({ ...position, playing: true });
    case 'pause':
    case 'ended':
      return playerMessage({ ...position, playing: false });
    default:
      return undefined;
  }
}

function playerMessage(
  parts: { [name in keyof Required<PlayerMessage>]: PlayerMessage[name] | undefined },
): PlayerMessage {
  return {
    ...(parts.second !== undefined && { second: parts.second }),
    ...(parts.duration !== undefined && { duration: parts.duration }),
    ...(parts.playing !== undefined && { playing: parts.playing }),
  };
}

function parseJson(data: unknown): unknown {
  if (typeof data !== 'string') return data;
  try {
    return JSON.parse(data);
  } catch {
    // Other scripts in the frame also send messages, which may not be JSON.
    return undefined;
  }
}

function asRecord(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null ? { ...value } : undefined;
}

function asNonNegative(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}
