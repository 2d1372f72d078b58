/** The error for a HEIC or AVIF photo: before its upload or, if only the server recognizes the format, after it. */
export const heicAdvice =
  'This is a HEIC or AVIF photo, which not every computer can show. Please send it as a JPG: on an iPhone choose ' +
  '“Most Compatible” under Settings, Camera, Formats and take it again, or send a screenshot of the photo.';
