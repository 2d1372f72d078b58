import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { UploadGrant } from '../../shared/kyc/kyc.ts';
import {
  UploadFailure,
  type UploadOptions,
  type UploadProgress,
  type UploadRequest,
  uploadFile,
} from './upload-file.ts';

type FakeResponse =
  | { status: number; body?: string; headers?: Record<string, string> }
  | 'network failure'
  | 'silence';

let responses: FakeResponse[] = [];
let sent: { url: string; headers: Record<string, string>; at: number }[] = [];

/** Responds to each PUT with the next of `responses`, shortly after half of the file was reported as sent. */
class FakeRequest {
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  status = 0;
  responseText = '';
  private responseHeaders: Record<string, string> = {};
  private url = '';
  private headers: Record<string, string> = {};
  private timer: ReturnType<typeof setTimeout> | undefined;

  open(_method: string, url: string) {
    this.url = url;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  getResponseHeader(name: string) {
    return this.responseHeaders[name] ?? null;
  }
  abort() {
    clearTimeout(this.timer);
    this.onabort?.();
  }
  send(file: File) {
    sent.push({ url: this.url, headers: this.headers, at: Date.now() });
    const response = responses.shift() ?? { status: 200 };
    this.upload.onprogress?.({ loaded: file.size / 2, total: file.size });
    if (response === 'silence') return;
    this.timer = setTimeout(() => {
      if (response === 'network failure') {
        this.onerror?.();
        return;
      }
      this.status = response.status;
      this.responseText = response.body ?? '';
      this.responseHeaders = response.headers ?? {};
      this.onload?.();
    }, 10);
  }
}

let grants = 0;
function requestUpload(): Promise<UploadGrant> {
  grants += 1;
  return Promise.resolve({
    uploadURL: `/uploads/${grants}`,
    method: 'PUT',
    headers: { 'content-type': 'image/png' },
    expiresAt: '2026-11-21T10:00:00.000Z',
    maxBytes: 5_242_880,
  });
}

const png = (size = 1000, name = 'front.png', type = 'image/png') =>
  new File([new Uint8Array(size)], name, { type });

/** Runs an upload with fake timers, so that its delays do not take real time. */
async function run(file: File, options: Partial<UploadOptions> = {}) {
  const outcome = uploadFile(file, { purpose: 'registration', requestUpload, ...options }).then(
    (value) => ({ value, error: undefined }),
    (error: unknown) => ({ value: undefined, error }),
  );
  await vi.runAllTimersAsync();
  return outcome;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  responses = [];
  sent = [];
  grants = 0;
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('uploadFile', () => {
  it('a file is sent with the headers of its grant, and progress is reported', async () => {
    const seen: UploadProgress[] = [];
    const { value } = await run(png(), { onProgress: (progress) => seen.push(progress) });
    expect(value).toEqual({ uploadURL: '/uploads/1' });
    expect(sent).toMatchObject([{ url: '/uploads/1', headers: { 'content-type': 'image/png' } }]);
    expect(seen.map((progress) => progress.percent)).toEqual([0, 50]);
  });

  it('the request for an upload URL contains the type, the size, and the end of a long file name', async () => {
    let request: UploadRequest | undefined;
    await run(png(12, `${'x'.repeat(400)}.jpg`, 'image/jpg'), {
      purpose: 'kyc',
      requestUpload: (input) => {
        request = input;
        return requestUpload();
      },
    });
    expect(request).toMatchObject({ purpose: 'kyc', contentType: 'image/jpeg', size: 12 });
    expect(request?.filename).toHaveLength(300);
    expect(request?.filename.endsWith('.jpg')).toBe(true);
  });

  it.each([
    ['too large', png(5 * 1024 * 1024 + 1), /too large.*5 MB/],
    ['empty', png(0), /empty/],
    ['of a type that is not accepted', png(5, 'a.gif', 'image/gif'), /not accepted/],
    ['a HEIC photo', png(5, 'IMG_1.HEIC', ''), /as a JPG: on an iPhone choose “Most Compatible”/],
    ['a HEIC photo by its type', png(5, 'photo', 'image/heic'), /as a JPG/],
    ['an AVIF photo', png(5, 'photo.avif', ''), /as a JPG/],
    ['without a type or a known extension', png(5, 'passport', ''), /not accepted/],
  ])('a file that is %s is rejected before a URL is requested', async (_what, file, message) => {
    const { error } = await run(file);
    expect(error).toBeInstanceOf(UploadFailure);
    expect(error).toMatchObject({ stage: 'file', message: expect.stringMatching(message) });
    expect(grants).toBe(0);
  });

  it('a file without a type is recognized by its extension', async () => {
    const { value } = await run(png(5, 'scan.PDF', ''));
    expect(value).toBeDefined();
  });

  it('an upload is retried after 0, 1, 3 and 5 seconds and then reports a network failure', async () => {
    responses = ['network failure', { status: 503 }, 'network failure', { status: 500 }, 'network failure'];
    const waits: boolean[] = [];
    const { error } = await run(png(), { onProgress: ({ waiting }) => waits.push(waiting) });
    const start = sent[0]?.at ?? 0;
    // Each attempt itself takes 10 ms.
    expect(sent.map(({ at }) => at - start)).toEqual([0, 10, 1_020, 4_030, 9_040]);
    expect(error).toMatchObject({
      stage: 'transfer',
      message:
        'This looks like a network error, the endpoint might be blocked by an internet provider or a firewall.',
    });
    expect(waits.filter(Boolean)).toHaveLength(4);
    expect(grants).toBe(1);
  });

  it('a file that cannot be read anymore must be chosen again', async () => {
    const moved = png();
    vi.spyOn(moved, 'slice').mockReturnValue(
      Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new DOMException('', 'NotFoundError')) }),
    );
    responses = ['network failure'];
    expect((await run(moved)).error).toMatchObject({
      stage: 'file',
      message: 'The file was changed or moved. Please choose it again.',
    });
    expect(sent).toHaveLength(1);
  });

  it('an upload is sent again after a lost connection', async () => {
    responses = ['network failure', { status: 200 }];
    expect((await run(png())).value).toEqual({ uploadURL: '/uploads/1' });
  });

  it('an upload is sent again if S3 has waited too long for the file and has rejected it', async () => {
    const body =
      '<Error><Code>RequestTimeout</Code><Message>Your socket connection to the server was not read from or written to within the timeout period.</Message></Error>';
    responses = [{ status: 400, body }, { status: 200 }];
    expect((await run(png())).value).toEqual({ uploadURL: '/uploads/1' });
  });

  it.each([
    ['expired', { status: 403, body: '<Error><Message>Request has expired</Message></Error>' }],
    [
      'signed with a former secret of the academy’s server',
      {
        status: 403,
        body: '{"code":"bad_signature","message":"The signature of this address is not valid."}',
      },
    ],
    [
      'signed with a revoked key of S3',
      { status: 403, body: '<Error><Code>InvalidAccessKeyId</Code></Error>' },
    ],
    ['already used, as the academy’s server reports', { status: 409, body: '{"message":"exists"}' }],
    ['already used, as S3 reports', { status: 412 }],
  ])('another URL is requested when the first is %s', async (_why, response) => {
    responses = [response, { status: 200 }];
    expect((await run(png())).value).toEqual({ uploadURL: '/uploads/2' });
  });

  it('after status 429, an upload is sent again when the time in Retry-After has passed', async () => {
    responses = [{ status: 429, headers: { 'retry-after': '7' } }, { status: 200 }];
    await run(png());
    expect((sent[1]?.at ?? 0) - (sent[0]?.at ?? 0)).toBe(7_010);
  });

  it.each([
    [{ status: 403, body: '{"message":"This address accepts image/png only."}' }, /image\/png only/],
    [{ status: 400, body: '<Error><Message>Bad digest</Message></Error>' }, /^Bad digest$/],
    [{ status: 413, body: 'no words' }, /^Non 2xx$/],
    [{ status: 401 }, /^Authorization required$/],
    [{ status: 507, body: '{"message":"The server has no room for this file."}' }, /no room for this file/],
  ])('an upload is not retried after %j', async (response, message) => {
    responses = [response];
    const { error } = await run(png());
    expect(error).toMatchObject({ stage: 'transfer', message: expect.stringMatching(message) });
    expect(sent).toHaveLength(1);
  });

  it('an upload is sent again after 45 seconds without progress', async () => {
    responses = ['silence', { status: 200 }];
    expect((await run(png())).value).toEqual({ uploadURL: '/uploads/1' });
    expect((sent[1]?.at ?? 0) - (sent[0]?.at ?? 0)).toBe(45_000);
  });

  it('if no upload URL is granted, the error contains the reason', async () => {
    const cause = new Error('Too many uploads');
    const { error } = await run(png(), { requestUpload: () => Promise.reject(cause) });
    expect(error).toMatchObject({ stage: 'grant', message: 'Failed to get upload URL', cause });
    // The failed upload does not block the next one.
    expect((await run(png())).value).toBeDefined();
  });

  it('URLs are requested one at a time, so that one cookie identifies the owner of all files', async () => {
    let open = 0;
    let maxOpen = 0;
    const slowly = async () => {
      open += 1;
      maxOpen = Math.max(maxOpen, open);
      await new Promise((resolve) => setTimeout(resolve, 50));
      open -= 1;
      return requestUpload();
    };
    await Promise.all([run(png(), { requestUpload: slowly }), run(png(), { requestUpload: slowly })]);
    expect(maxOpen).toBe(1);
    expect(sent).toHaveLength(2);
  });

  it.each([
    ['while the file is sent', ['silence'] as FakeResponse[], 1],
    ['while it waits for the next attempt', ['network failure', 'network failure'] as FakeResponse[], 2],
  ])('an upload can be canceled %s', async (_when, outcomes, attempts) => {
    responses = outcomes;
    const abort = new AbortController();
    setTimeout(() => abort.abort(), 100);
    const { error } = await run(png(), { signal: abort.signal });
    expect(error).toBe(abort.signal.reason);
    expect(sent).toHaveLength(attempts);
  });

  it('an upload that is canceled before it starts requests no URL', async () => {
    const abort = new AbortController();
    abort.abort();
    const { error } = await run(png(), { signal: abort.signal });
    expect(error).toBe(abort.signal.reason);
    expect(grants).toBe(0);
  });
});
