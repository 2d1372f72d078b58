import { afterEach, describe, expect, it, vi } from 'vitest';
import { downloadFile, readFileName } from './download-file.ts';

describe('readFileName', () => {
  it.each([
    ['attachment; filename="river-decisions.pdf"', 'river-decisions.pdf'],
    ['attachment; filename=river.pdf', 'river.pdf'],
    ['attachment; filename="a \\"b\\".pdf"', 'a "b".pdf'],
    ['attachment; filename="plain.pdf"; filename*=UTF-8\'\'H%C3%A4nde.pdf', 'Hände.pdf'],
    ['attachment; filename="plain.pdf"; filename*=UTF-8\'\'%E0%A4%A', 'plain.pdf'],
    ['attachment', undefined],
    ['attachment; filename=""', undefined],
    [null, undefined],
  ])('reads the header “%s” as the name “%s”', (header, expected) => {
    expect(readFileName(header)).toBe(expected);
  });
});

describe('downloadFile', () => {
  afterEach(() => vi.unstubAllGlobals());

  function stubResponse(response: Response | Error) {
    vi.stubGlobal('fetch', () =>
      response instanceof Error ? Promise.reject(response) : Promise.resolve(response),
    );
  }
  const options = { fallbackName: 'pdf-1.pdf' };

  it('a download returns the bytes and the server’s file name, and reports progress', async () => {
    stubResponse(
      new Response('%PDF-1.7', {
        headers: { 'content-length': '8', 'content-disposition': 'attachment; filename="river.pdf"' },
      }),
    );
    const progress: number[] = [];
    let started = false;
    const { blob, fileName } = await downloadFile('/api/products/4/download', {
      ...options,
      onStart: () => {
        started = true;
      },
      onProgress: (percent) => progress.push(percent),
    });
    expect(await blob.text()).toBe('%PDF-1.7');
    expect(fileName).toBe('river.pdf');
    expect(started).toBe(true);
    expect(progress.at(-1)).toBe(100);
  });

  it('a download uses the fallback name if the server sends none', async () => {
    stubResponse(new Response('%PDF-1.7'));
    await expect(downloadFile('/x', options)).resolves.toMatchObject({ fileName: 'pdf-1.pdf' });
  });

  it.each([
    [
      'an error that the server describes',
      Response.json({ message: 'This product has no file yet' }, { status: 404 }),
      'This product has no file yet',
    ],
    [
      'a proxy that returns a page',
      new Response('<h1>Bad gateway</h1>', { status: 502 }),
      'The file could not be downloaded',
    ],
    [
      'an error whose message is not text',
      Response.json({ message: 7 }, { status: 500 }),
      'The file could not be downloaded',
    ],
    [
      'a session that ended',
      Response.json({ message: 'Unauthorized' }, { status: 401 }),
      'You are logged out. Please log in again.',
    ],
    ['an empty file', new Response(''), 'The file could not be downloaded'],
    ['a lost connection', new TypeError('Failed to fetch'), 'The file could not be downloaded'],
  ])('a failed download has a message for the user: %s', async (_case, response, message) => {
    stubResponse(response);
    const onStart = vi.fn();
    await expect(downloadFile('/x', { ...options, onStart })).rejects.toThrow(message);
    if (response instanceof Error || !response.ok) expect(onStart).not.toHaveBeenCalled();
  });
});
