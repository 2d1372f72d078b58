import { type APIRequestContext, expect } from '@playwright/test';
import { registration } from '../http-client.ts';
import { numberedImage } from '../images.ts';

/** Uploads an identity document as the browser does. @returns `/objects/{id}` */
export async function uploadDocument(
  request: APIRequestContext,
  url: string,
  bytes: Buffer,
  contentType = 'image/jpeg',
): Promise<string> {
  const grant = await request.post(`${url}/api/objects/upload`, {
    data: { contentType, size: bytes.length },
  });
  const { uploadURL, headers } = await grant.json();
  const put = await request.put(uploadURL, { data: bytes, headers });
  expect(put.ok(), await put.text()).toBe(true);
  const secured = await request.put(`${url}/api/kyc/document`, { data: { documentImageUrl: uploadURL } });
  return (await secured.json()).objectPath;
}

/**
 * Registers a user with both sides of a document, as Sign Up does, and leaves the context logged in.
 * @param image - number of the generated image of the front side; the back side gets the next number
 */
export async function joinAcademy(
  request: APIRequestContext,
  url: string,
  person: { firstName: string; lastName: string; email: string; password: string; documentNumber?: string },
  image: number,
): Promise<void> {
  const response = await request.post(`${url}/api/register`, {
    data: registration({
      documentNumber: `N-${image}-77881`,
      ...person,
      documentImageUrl1: await uploadDocument(request, url, await numberedImage(image)),
      documentImageUrl2: await uploadDocument(request, url, await numberedImage(image + 1)),
    }),
  });
  expect(response.status(), await response.text()).toBe(201);
}
