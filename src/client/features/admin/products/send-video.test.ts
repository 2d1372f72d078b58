import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { multipartRules } from '../../../../shared/shop/multipart.ts';
import type { TrpcClient } from '../../../trpc.ts';
import { sendVideo } from './send-video.ts';

let statuses: number[];
let sentParts: number;

/** Responds to each PUT with the next of `statuses`, or with 200 if there is none. */
class FakeRequest {
  upload = {};
  onload?: () => void;
  status = 0;
  responseText = '{"message":"The server has no room for this file."}';
  open() {}
  setRequestHeader() {}
  getResponseHeader = () => '"etag"';
  send() {
    sentParts += 1;
    this.status = statuses.shift() ?? 200;
    queueMicrotask(() => this.onload?.());
  }
}

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  sentParts = 0;
});
afterEach(() => vi.unstubAllGlobals());

/** Sends a video in one part. @param putStatuses - the statuses of the responses to the first PUT requests */
function sendOnePart(putStatuses: number[]): Promise<string> {
  statuses = putStatuses;
  const file = new File(['\0\0\0\x10ftypisom\0\0\0\0'], 'river.mp4', { type: 'video/mp4' });
  const size = multipartRules.aboveBytes + 1;
  Object.defineProperty(file, 'size', { value: size });
  const uploads = {
    createMultipart: { mutate: async () => ({ uploadId: 'u1', partBytes: size, reference: null }) },
    signPart: { mutate: async () => ({ url: '/uploads/u1/1', headers: {} }) },
    listParts: { query: async () => [] },
    completeMultipart: { mutate: async () => ({ status: 'done', reference: '/objects/river' }) },
  };
  // `sendVideo` calls only these procedures.
  return sendVideo(file, { admin: { uploads } } as unknown as TrpcClient, () => undefined).done;
}

it('a part is sent again after a server error', async () => {
  expect(await sendOnePart([500])).toBe('/objects/river');
  expect(sentParts).toBe(2);
});

it('a part is not sent again while the disk of the server is full', async () => {
  await expect(sendOnePart([507])).rejects.toThrow('The server has no room for this file.');
  expect(sentParts).toBe(1);
});
