import {
  CreateBucketCommand,
  ListObjectsV2Command,
  PutBucketCorsCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { S3StorageOptions } from './s3-storage.ts';

/**
 * Creates the bucket if absent, and sets the CORS rule of docs/production.md, so that browsers let only pages of the
 * academy's origin upload files. Idempotent.
 * @param origin - the origin of the academy's pages
 * @returns whether the bucket is new
 */
export async function prepareBucket(s3: S3StorageOptions, origin: string): Promise<boolean> {
  const { bucket: Bucket, endpoint, region, forcePathStyle, accessKeyId, secretAccessKey } = s3;
  const client = new S3Client({
    region,
    ...(endpoint !== undefined && { endpoint }),
    forcePathStyle,
    credentials: { accessKeyId, secretAccessKey },
  });
  try {
    const isNew = !(await exists(client, Bucket));
    if (isNew) await client.send(new CreateBucketCommand({ Bucket }));
    await client.send(
      new PutBucketCorsCommand({
        Bucket,
        CORSConfiguration: {
          CORSRules: [
            {
              AllowedOrigins: [new URL(origin).origin],
              AllowedMethods: ['PUT'],
              AllowedHeaders: ['content-type', 'if-none-match'],
              ExposeHeaders: ['ETag'],
              MaxAgeSeconds: 3_600,
            },
          ],
        },
      }),
    );
    return isNew;
  } finally {
    client.destroy();
  }
}

/** Lists the bucket, because the response to a HEAD request has no body that says why the request was rejected. */
async function exists(client: S3Client, Bucket: string): Promise<boolean> {
  try {
    await client.send(new ListObjectsV2Command({ Bucket, MaxKeys: 1 }));
    return true;
  } catch (error) {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return false;
    throw error;
  }
}
