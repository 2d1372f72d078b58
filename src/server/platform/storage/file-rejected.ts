import { heicAdvice } from '../../../shared/kyc/heic-advice.ts';

/** What is wrong, and what the client can do. */
const sentences = {
  empty: 'The file is empty. Please choose it again.',
  unsupported_type: 'This kind of file is not accepted. Please send a JPG, a PNG or a PDF.',
  unreadable:
    'The file cannot be opened; it may be damaged or cut off. Please take the photo or save the PDF again.',
  too_many_pixels: 'The picture has too many pixels. Please send one with at most 40 megapixels.',
  animated: 'The picture is animated. Please send a still picture, JPG or PNG.',
  heic: heicAdvice,
  unsafe:
    'The PDF contains scripts, attached files or other active content. Please print it to a new PDF, or send a photo instead.',
  protected:
    'The PDF is protected with a password. Please save it without protection, or send a photo instead.',
  not_a_pdf: 'This is not a PDF. Export it again as a PDF.',
  pdf_unreadable: 'This PDF cannot be opened; it may be damaged or cut off. Export it again.',
  pdf_unsafe: 'This PDF contains scripts, attached files or other active content. Print it to a new PDF.',
  pdf_protected: 'This PDF is protected with a password. Save it without protection.',
  not_a_picture: 'This is not a picture. Please send a JPG, a PNG or a WebP.',
  picture_unreadable: 'This picture cannot be opened; it may be damaged or cut off. Export it again.',
  not_captions: 'This is not a WebVTT caption file. Please export the captions as a .vtt file in UTF-8.',
  not_a_clip: 'This is not a voice clip. Please send WebM or Ogg with Opus, or M4A.',
  clip_too_long: 'This voice clip is longer than three minutes. Please record a shorter one.',
  not_a_video: 'This is neither an MP4 nor a WebM video. Please export it as one of them.',
} as const;

export type RejectionReason = keyof typeof sentences;

/** A file that is not accepted. `message` is for the client. */
export class FileRejected extends Error {
  override readonly name = 'FileRejected';
  readonly reason: RejectionReason;

  constructor(reason: RejectionReason, options?: { cause?: unknown }) {
    super(sentences[reason], options);
    this.reason = reason;
  }
}
