const pathStart = '/api/pictures/';

/** Where a picture is served. Its id cannot be guessed, and the file behind it never changes. */
export function picturePath(uploadId: string): string {
  return pathStart + uploadId;
}

const pictureReference =
  /\/api\/pictures\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?![\w-])/g;

/** The distinct ids of the pictures that texts refer to. */
export function pictureIdsIn(...texts: (string | null | undefined)[]): string[] {
  const found = texts.flatMap((text) => [...(text ?? '').matchAll(pictureReference)]);
  return [...new Set(found.flatMap(([, id]) => id ?? []))];
}

/** The cover fields of a product's views; null without an uploaded cover. */
export function coverFields(uploadId: string | null, alt: string | null) {
  return {
    coverUrl: uploadId === null ? null : picturePath(uploadId),
    coverAlt: uploadId === null ? null : alt,
  };
}
