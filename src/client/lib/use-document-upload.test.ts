import { expect, it, vi } from 'vitest';
import { type DocumentUpload, returnRefusedSides } from './use-document-upload.ts';

function side(): DocumentUpload {
  return {
    state: { status: 'done', fileName: 'a.png' },
    objectPath: '/objects/1',
    pick: vi.fn(),
    refuse: vi.fn(),
    clear: vi.fn(),
  };
}

it('returns the side that the server names, with its words', () => {
  const [front, back] = [side(), side()];
  const message = 'This upload is more than an hour old, please upload the file again';
  returnRefusedSides({ message, status: 400, fields: { documentImageUrl2: message } }, front, back);
  expect(front.refuse).not.toHaveBeenCalled();
  expect(back.refuse).toHaveBeenCalledExactlyOnceWith(message);
});

it.each(['conflict', 'not_found', 'gone'])('returns both sides when %s names none', (code) => {
  const [front, back] = [side(), side()];
  returnRefusedSides({ message: 'This upload was not found', code }, front, back);
  expect(front.refuse).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('upload it again'));
  expect(back.refuse).toHaveBeenCalledOnce();
});

it.each([
  { message: 'An account with this email already exists', code: 'email_taken', fields: { email: 'taken' } },
  { message: 'Something went wrong', code: 'internal', status: 500 },
  { message: 'No answer' },
])('keeps both sides on %j', (refusal) => {
  const [front, back] = [side(), side()];
  returnRefusedSides(refusal, front, back);
  expect(front.refuse).not.toHaveBeenCalled();
  expect(back.refuse).not.toHaveBeenCalled();
});
