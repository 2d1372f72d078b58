import { describe, expect, it } from 'vitest';
import { youtubeEmbedUrl, youtubeVideoId } from './video-id.ts';

const id = 'aB3_-xYz789';

describe('youtubeVideoId', () => {
  it.each([
    id,
    `  ${id} `,
    `https://www.youtube.com/watch?v=${id}`,
    `https://youtube.com/watch?list=PL1&v=${id}&t=42s`,
    `https://m.youtube.com/watch?v=${id}`,
    `youtube.com/watch?v=${id}`,
    `https://youtu.be/${id}`,
    `https://youtu.be/${id}?si=abc`,
    `https://www.youtube.com/embed/${id}`,
    `https://www.youtube-nocookie.com/embed/${id}?rel=0`,
    `https://www.youtube.com/shorts/${id}`,
    `https://www.youtube.com/live/${id}/`,
  ])('reads %s', (pasted) => {
    expect(youtubeVideoId(pasted)).toBe(id);
  });

  it.each([
    '',
    'no video',
    'https://',
    `https://www.youtube.com/watch?v=${id}x`,
    'https://www.youtube.com/watch',
    `https://youtube.com.example/watch?v=${id}`,
    `https://notyoutube.com/watch?v=${id}`,
    `https://vimeo.com/${id}`,
    `javascript:alert('${id}')`,
    'https://youtu.be/../../evil',
    `https://www.youtube.com/embed/${id}"onload`,
  ])('rejects %j', (pasted) => {
    expect(youtubeVideoId(pasted)).toBeUndefined();
  });
});

it('the embed URL uses the cookie-free host', () => {
  const url = new URL(youtubeEmbedUrl(id));
  expect(url.origin).toBe('https://www.youtube-nocookie.com');
  expect(url.pathname).toBe(`/embed/${id}`);
});
