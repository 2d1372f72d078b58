import { expect, it } from 'vitest';
import { multipartRules } from '../../../../shared/shop/multipart.ts';
import { UploadFailure } from '../../../lib/upload-file.ts';
import { videoFailureText } from './use-video-upload.ts';

it('only the error of a failed multipart transfer says that the data sent so far is kept', () => {
  const lost = new UploadFailure('transfer', 'The connection was lost.');
  const inOnePiece = { size: multipartRules.aboveBytes };
  const inParts = { size: multipartRules.aboveBytes + 1 };
  expect(videoFailureText(lost, inOnePiece)).toBe('The connection was lost.');
  expect(videoFailureText(lost, inParts)).toBe(
    'The connection was lost. The part that was sent is kept for a day. Retry to continue from there.',
  );
  expect(videoFailureText(new UploadFailure('file', 'The file is too large.'), inParts)).toBe(
    'The file is too large.',
  );
});

it('the error, the server’s reason and the advice are separate sentences', () => {
  const inParts = { size: multipartRules.aboveBytes + 1 };
  const advice = 'The part that was sent is kept for a day. Retry to continue from there.';
  expect(videoFailureText(new UploadFailure('transfer', 'Non 2xx'), inParts)).toBe(`Non 2xx. ${advice}`);
  const cause = Object.assign(new Error('There is no room'), { data: { httpStatus: 413 } });
  expect(videoFailureText(new UploadFailure('grant', 'Failed to get upload URL', cause), inParts)).toBe(
    'Failed to get upload URL. There is no room',
  );
});
