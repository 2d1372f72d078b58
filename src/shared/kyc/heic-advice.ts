/** Advice for photos in formats that not all computers can show, given before and after the upload. */
export const heicAdvice =
  'This is a HEIC or AVIF photo, which not every computer can show. Please send it as a JPG: on an iPhone choose ' +
  '“Most Compatible” under Settings, Camera, Formats and take it again, or send a screenshot of the photo.';
