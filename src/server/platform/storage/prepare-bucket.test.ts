import { GetBucketCorsCommand, HeadBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { expect, it } from 'vitest';
import { prepareBucket } from './prepare-bucket.ts';
import { startS3Store } from './testing/contract-stores.ts';

it("prepareBucket creates a missing bucket, and lets only the academy's pages upload files to it", async () => {
  const store = await startS3Store();
  const { options } = store;
  const s3 = { ...options, endpoint: options.endpoint, bucket: 'fresh-bucket' };
  const client = new S3Client({ ...options, credentials: options });
  try {
    expect(await prepareBucket(s3, 'https://academy.example/somewhere')).toBe(true);
    expect(await prepareBucket(s3, 'https://academy.example/somewhere')).toBe(false);
    await client.send(new HeadBucketCommand({ Bucket: 'fresh-bucket' }));
    const { CORSRules } = await client.send(new GetBucketCorsCommand({ Bucket: 'fresh-bucket' }));
    expect(CORSRules).toMatchObject([
      { AllowedOrigins: ['https://academy.example'], AllowedMethods: ['PUT'], ExposeHeaders: ['ETag'] },
    ]);
    await expect(prepareBucket({ ...s3, accessKeyId: 'UNKNOWN' }, 'https://academy.example')).rejects.toThrow(
      'SignatureDoesNotMatch',
    );
  } finally {
    client.destroy();
    await store.stop();
  }
});
