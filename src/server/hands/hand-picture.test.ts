import { expect, it } from 'vitest';
import { cachedPicture } from './hand-picture.ts';

it('a picture is drawn once for all concurrent requests, and again after an error', async () => {
  let drawn = 0;
  const draw = async () => {
    drawn += 1;
    if (drawn === 1) throw new Error('no memory');
    return Buffer.from('picture');
  };
  const requests = () => Promise.allSettled([cachedPicture('key', draw), cachedPicture('key', draw)]);
  const outcomes = async () => (await requests()).map(({ status }) => status);
  expect(await outcomes()).toEqual(['rejected', 'rejected']);
  expect(await outcomes()).toEqual(['fulfilled', 'fulfilled']);
  expect(await outcomes()).toEqual(['fulfilled', 'fulfilled']);
  expect(drawn).toBe(2);
});

it('at most two pictures are drawn at a time', async () => {
  const gate = Promise.withResolvers<Buffer>();
  let begun = 0;
  const draw = () => {
    begun += 1;
    return gate.promise;
  };
  const pictures = ['a', 'b', 'c'].map((key) => cachedPicture(key, draw));
  await Promise.resolve();
  expect(begun).toBe(2);
  gate.resolve(Buffer.from('picture'));
  await Promise.all(pictures);
  expect(begun).toBe(3);
});
