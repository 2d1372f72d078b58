import { describe, expect, it } from 'vitest';
import { frameUrlAt, readFrameMessage, seekMessage } from './external-messages.ts';

describe('messages to and from embedded video players', () => {
  it('the frame URL starts the video at a given second', () => {
    const youtube = frameUrlAt(
      'youtube',
      'https://www.youtube-nocookie.com/embed/aaaaaaaaaaa?autoplay=1&rel=0',
      751.8,
      'https://academy.test',
    );
    expect(Object.fromEntries(new URL(youtube).searchParams)).toEqual({
      autoplay: '1',
      rel: '0',
      enablejsapi: '1',
      origin: 'https://academy.test',
      start: '751',
    });
    const vimeo = 'https://player.vimeo.com/video/123?autoplay=1&dnt=1';
    expect(frameUrlAt('vimeo', vimeo, 751, 'https://academy.test')).toBe(`${vimeo}#t=751s`);
    expect(frameUrlAt('vimeo', vimeo, 0, 'https://academy.test')).toBe(vimeo);
  });

  it('messages about the video are parsed', () => {
    const youtube = (message: unknown) => readFrameMessage('youtube', JSON.stringify(message));
    expect(youtube({ event: 'onReady' })).toEqual({ ready: true });
    expect(youtube({ event: 'infoDelivery', info: { currentTime: 12.5, playerState: 1 } })).toEqual({
      second: 12.5,
      playing: true,
    });
    expect(youtube({ event: 'infoDelivery', info: { playerState: 0 } })).toEqual({
      playing: false,
    });
    const vimeo = (message: unknown) => readFrameMessage('vimeo', message);
    expect(vimeo({ event: 'timeupdate', data: { seconds: 3.2, duration: 60 } })).toEqual({
      second: 3.2,
      duration: 60,
    });
    expect(vimeo({ event: 'pause', data: { seconds: 4 } })).toEqual({ second: 4, playing: false });
    expect(vimeo('{"event":"ended","data":{"seconds":60}}')).toEqual({
      second: 60,
      playing: false,
    });
  });

  it('unexpected messages are ignored', () => {
    for (const data of [undefined, null, 7, 'nonsense', '[]', '{"event":"infoDelivery"}', { event: 'x' }]) {
      expect(readFrameMessage('youtube', data)).toBeUndefined();
      expect(readFrameMessage('vimeo', data)).toBeUndefined();
    }
    expect(
      readFrameMessage('youtube', { event: 'infoDelivery', info: { currentTime: '1', duration: -1 } }),
    ).toEqual({});
  });

  it('the seek message has each provider’s format', () => {
    expect(JSON.parse(seekMessage('youtube', 5))).toEqual({
      event: 'command',
      func: 'seekTo',
      args: [5, true],
    });
    expect(JSON.parse(seekMessage('vimeo', 5))).toEqual({ method: 'setCurrentTime', value: 5 });
  });
});
