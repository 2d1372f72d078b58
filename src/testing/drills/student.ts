import { randomBytes } from 'node:crypto';
import type { StripeSandbox } from '../../sandbox/stripe/sandbox.ts';
import type { Db } from '../../server/platform/db/database.ts';
import { registration } from '../http-client.ts';
import { numberedImage } from '../images.ts';
import { type HttpResponse, openVisitor, requireStatus, textAt, type Visitor } from './visitor.ts';

export const password = 'correct horse battery';

export type Student = Visitor & { id: string; email: string };
export type Product = { id: number; number: number; cents: number };

/** A random IP address, so that each visitor has separate rate limits. */
export function randomIp(): string {
  const [a = 0, b = 0, c = 0] = randomBytes(3);
  return `10.${a}.${b}.${c}`;
}

export function randomEmail(): string {
  return `${randomBytes(8).toString('hex')}@drill.test`;
}

/** Registers without documents. @throws unless the status is 201 */
export async function join(
  serverUrl: string,
  { email = randomEmail(), from = randomIp() }: { email?: string; from?: string } = {},
): Promise<Student> {
  const visitor = openVisitor(from);
  const body = registration({ email, password });
  const response = await visitor.call(serverUrl, { method: 'POST', path: '/api/register', body });
  return { ...visitor, email, id: textAt(requireStatus(response, 201, 'registration').body, 'id') };
}

export function signIn(
  visitor: Visitor,
  serverUrl: string,
  email: string,
  withPassword = password,
): Promise<HttpResponse> {
  return visitor.call(serverUrl, {
    method: 'POST',
    path: '/api/login',
    body: { email, password: withPassword },
  });
}

export async function addProducts(db: Db, count: number): Promise<Product[]> {
  const rows = await db
    .insertInto('products')
    .values(
      Array.from({ length: count }, (_, index) => ({
        type: 'pdf' as const,
        product_number: 1_000 + index,
        title: `Drill ${index}`,
        price_cents: 500 + index,
      })),
    )
    .returning(['id', 'product_number', 'price_cents'])
    .execute();
  return rows.map((row) => ({ id: row.id, number: row.product_number, cents: row.price_cents }));
}

/** @returns the id of the checkout session. @throws unless the status is 200 */
export async function openCheckout(visitor: Visitor, serverUrl: string, product: Product): Promise<string> {
  const response = await requestCheckout(visitor, serverUrl, product);
  const url = textAt(requireStatus(response, 200, 'create-purchase-session').body, 'url');
  const id = /cs_test_\w+/.exec(url)?.[0];
  if (id === undefined) throw new Error(`no session in ${url}`);
  return id;
}

export function requestCheckout(
  visitor: Visitor,
  serverUrl: string,
  product: Product,
): Promise<HttpResponse> {
  const body = { productType: 'pdf', productId: String(product.id), amount: product.cents };
  return visitor.call(serverUrl, { method: 'POST', path: '/api/create-purchase-session', body });
}

export function completePurchase(
  visitor: Visitor,
  serverUrl: string,
  sessionId: string,
): Promise<HttpResponse> {
  return visitor.call(serverUrl, { method: 'POST', path: '/api/complete-purchase', body: { sessionId } });
}

/** A complete purchase: checkout, payment and delivery. @throws at the first error */
export async function buy(
  visitor: Visitor,
  serverUrl: string,
  product: Product,
  sandbox: StripeSandbox,
): Promise<string> {
  const sessionId = await openCheckout(visitor, serverUrl, product);
  const paid = await sandbox.pay(sessionId);
  if (paid.status !== 'paid') throw new Error(`the payment is ${paid.status}`);
  const landed = requireStatus(
    await completePurchase(visitor, serverUrl, sessionId),
    200,
    'complete-purchase',
  );
  if (textAt(landed.body, 'status') !== 'completed') throw new Error('the purchase is not complete');
  return sessionId;
}

let images = 0;

/** Requests an upload URL and uploads an image that no earlier call uploaded. @returns the URL, for `secure` */
export async function sendDocument(visitor: Visitor, serverUrl: string): Promise<string> {
  images += 1;
  const bytes = await numberedImage(images);
  const grant = await visitor.call(serverUrl, {
    method: 'POST',
    path: '/api/objects/upload',
    body: { contentType: 'image/jpeg', size: bytes.length },
  });
  const uploadURL = textAt(requireStatus(grant, 200, 'the upload URL').body, 'uploadURL');
  const { headers } = grant.body as { headers: Record<string, string> };
  const sent = await fetch(uploadURL, { method: 'PUT', headers, body: new Uint8Array(bytes) });
  if (!sent.ok) throw new Error(`the upload returned ${sent.status}: ${await sent.text()}`);
  return uploadURL;
}

/** Has the server inspect and store a document. @param uploadURL - the URL to which `sendDocument` uploaded it */
export function secure(visitor: Visitor, serverUrl: string, uploadURL: string): Promise<HttpResponse> {
  const body = { documentImageUrl: uploadURL };
  return visitor.call(serverUrl, { method: 'PUT', path: '/api/kyc/document', body });
}
