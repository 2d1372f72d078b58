import { expect, it, vi } from 'vitest';
import type { UploadProgress } from './upload-file.ts';
import { clearRejectedSides, type DocumentUpload, uploadProgressText } from './use-document-upload.ts';

function side(): DocumentUpload {
  return {
    state: { status: 'done', fileName: 'a.png' },
    objectPath: '/objects/1',
    pick: vi.fn(),
    reuse: vi.fn(),
    reject: vi.fn(),
    clear: vi.fn(),
  };
}

it('a rejection that names a side clears that side and shows its message', () => {
  const [front, back] = [side(), side()];
  const message = 'This upload is more than an hour old, please upload the file again';
  clearRejectedSides({ message, status: 400, fields: { documentImageUrl2: message } }, front, back);
  expect(front.reject).not.toHaveBeenCalled();
  expect(back.reject).toHaveBeenCalledExactlyOnceWith(message);
});

it.each(['conflict', 'not_found', 'gone'])(
  'a rejection with the code %s that names no side clears both sides',
  (code) => {
    const [front, back] = [side(), side()];
    clearRejectedSides({ message: 'This upload was not found', code }, front, back);
    expect(front.reject).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('upload it again'));
    expect(back.reject).toHaveBeenCalledOnce();
  },
);

it.each([
  { message: 'An account with this email already exists', code: 'email_taken', fields: { email: 'taken' } },
  { message: 'Something went wrong', code: 'internal', status: 500 },
  { message: 'No response' },
])('the error %j, which is not about a side, keeps both sides', (rejection) => {
  const [front, back] = [side(), side()];
  clearRejectedSides(rejection, front, back);
  expect(front.reject).not.toHaveBeenCalled();
  expect(back.reject).not.toHaveBeenCalled();
});

const mebibyte = 1024 * 1024;
const progress: UploadProgress = {
  percent: 0,
  loadedBytes: 0,
  totalBytes: 4.8 * mebibyte,
  secondsLeft: undefined,
  waiting: false,
};

it.each([
  [{}, '0 of 4.8 MB'],
  [{ loadedBytes: 2.1 * mebibyte, secondsLeft: 5.2 }, '2.1 of 4.8 MB, 6 s left'],
  [{ loadedBytes: 300 * 1024, secondsLeft: 61 }, '300 kB of 4.8 MB, 2 min left'],
  [{ loadedBytes: 100 * 1024, totalBytes: 820 * 1024, secondsLeft: 0 }, '100 of 820 kB, 1 s left'],
  [{ waiting: true }, 'Connection lost, trying again...'],
])('the progress text of an upload with %j is “%s”', (part, text) =>
  expect(uploadProgressText({ ...progress, ...part })).toBe(text),
);
