import { expect, it } from 'vitest';
import { externalVideo } from './external-video.ts';

it.each([
  [
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'youtube',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0',
  ],
  [
    'https://youtu.be/dQw4w9WgXcQ',
    'youtube',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&rel=0',
  ],
  ['https://vimeo.com/76979871', 'vimeo', 'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1'],
  [
    'https://vimeo.com/76979871/8272103f6e',
    'vimeo',
    'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1&h=8272103f6e',
  ],
  [
    'https://player.vimeo.com/video/76979871?h=8272103f6e',
    'vimeo',
    'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1&h=8272103f6e',
  ],
  ['https://video.example/3', 'other', null],
  ['https://vimeo.com.evil.example/76979871', 'other', null],
  ['https://vimeo.com/76979871"><script>', 'other', null],
])('the provider of the video URL %s is %s', (url, provider, embedUrl) => {
  expect(externalVideo(url)).toEqual({ kind: 'external', provider, embedUrl, pageUrl: url });
});

it.each([null, '', 'nonsense', 'javascript:alert(1)', 'http://video.example/3'])(
  '%j is not a video URL',
  (url) => {
    expect(externalVideo(url)).toBeNull();
  },
);
