/** A signed URL for one PUT: send the bytes to `url` with exactly these `headers`. */
export type PutGrant = {
  url: string;
  method: 'PUT';
  headers: Record<string, string>;
  /** ISO instant after which the URL returns 403 "Request has expired". */
  expiresAt: string;
};
