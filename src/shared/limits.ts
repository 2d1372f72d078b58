export const limits = {
  passwordMinLength: 6,
  /** For admins and coaches, with the strict password policy. */
  adminPasswordMinLength: 12,
  /** Limits the cost of hashing. */
  passwordMaxLength: 256,
  nameMinLength: 2,
  nameMaxLength: 100,
  emailMaxLength: 254,
  textMaxLength: 200,
  notesMaxLength: 2_000,
  minimumAgeYears: 13,
  applicationsPerDay: 5,
  /** The maximum number of rows in a list without further pages, and of items in one request. */
  listCap: 1_000,
  recentUsers: 20,
  /** Stripe's USD minimum and maximum per charge. */
  priceMinCents: 50,
  priceMaxCents: 99_999_999,
} as const;

/** The page of a PDF that is its public preview: the first after cover and contents. Shorter PDFs have no preview. */
export const previewPage = 3;

const mebibyte = 1024 * 1024;

export const uploadPurposes = [
  'registration',
  'kyc',
  'product',
  'session_video',
  'captions',
  'picture',
  'dispute_evidence',
  'answer_voice',
] as const;
export type UploadPurpose = (typeof uploadPurposes)[number];

/** Decoding this many pixels fits in the server's memory. The cameras of some phones exceed it. */
export const maxPicturePixels = 40_000_000;

/** The upload purposes of identity documents: `registration` by a visitor, `kyc` by a logged-in user. */
export const identityPurposes = ['registration', 'kyc'] as const satisfies readonly UploadPurpose[];

export const voiceClipSeconds = 180;

export const uploadRules = {
  registration: {
    maxBytes: 5 * mebibyte,
    contentTypes: ['image/jpeg', 'image/png', 'application/pdf'],
    hint: 'JPG, PNG, PDF up to 5 MB',
  },
  kyc: {
    maxBytes: 10 * mebibyte,
    contentTypes: ['image/jpeg', 'image/png', 'application/pdf'],
    hint: 'JPG, PNG, PDF up to 10 MB',
  },
  product: {
    maxBytes: 50 * mebibyte,
    contentTypes: ['application/pdf'],
    hint: 'PDF up to 50 MB',
  },
  session_video: {
    maxBytes: 2048 * mebibyte,
    contentTypes: ['video/mp4', 'video/webm'],
    hint: 'MP4, WebM up to 2 GB',
  },
  captions: {
    maxBytes: mebibyte,
    contentTypes: ['text/vtt'],
    hint: 'WebVTT (.vtt) up to 1 MB',
  },
  /** A product's cover, or a picture in its texts. */
  picture: {
    maxBytes: 10 * mebibyte,
    contentTypes: ['image/jpeg', 'image/png', 'image/webp'],
    hint: 'JPG, PNG, WebP up to 10 MB',
  },
  /** Stripe's limits for one file of evidence. */
  dispute_evidence: {
    maxBytes: 5 * mebibyte,
    contentTypes: ['application/pdf', 'image/jpeg', 'image/png'],
    hint: 'PDF, JPG, PNG up to 5 MB',
  },
  /** The voice clip of an answer. Some systems report `video/webm` for a WebM file that contains only audio. */
  answer_voice: {
    maxBytes: 5 * mebibyte,
    contentTypes: ['audio/webm', 'audio/ogg', 'audio/mp4', 'audio/x-m4a', 'video/webm'],
    hint: 'WebM, Ogg or M4A up to 5 MB and three minutes',
  },
} as const satisfies Record<
  UploadPurpose,
  { maxBytes: number; contentTypes: readonly string[]; hint: string }
>;
