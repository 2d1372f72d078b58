/** Advice before and after the upload of a photo in a format that not all computers can show. */
export const heicAdvice =
  'This is a HEIC or AVIF photo, which not every computer can show. Please send it as a JPG: on an iPhone choose ' +
  '“Most Compatible” under Settings, Camera, Formats and take it again, or send a screenshot of the photo.';
