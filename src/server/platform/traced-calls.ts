import type Stripe from 'stripe';
import type { SendEmail } from './smtp.ts';
import type { Storage } from './storage/storage.ts';
import { inClientSpan } from './tracing.ts';

/** Replaces ids, which identify customers: `/v1/customers/cus_123/sources` → `/v1/customers/:id/sources`. */
export function stripePathPattern(path: string): string {
  const [pathname = ''] = path.split('?');
  return pathname
    .split('/')
    .map((part, index) => (index < 2 || /^[a-z_]+$/.test(part) ? part : ':id'))
    .join('/');
}

/** Adds a span around each HTTP request of the Stripe SDK, including repeated requests. */
export function tracedStripeClient(client: Stripe.HttpClient): Stripe.HttpClient {
  const send = client.makeRequest.bind(client);
  client.makeRequest = (...request: Parameters<typeof send>) => {
    const [, , path, method] = request;
    return inClientSpan(`Stripe ${method} ${stripePathPattern(path)}`, { 'peer.service': 'stripe' }, () =>
      send(...request),
    );
  };
  return client;
}

/**
 * The store with a span around each of the calls listed here; its other calls have none. The span of `read` ends when
 * the stream is returned, before its content is read.
 */
export function tracedStorage<Store extends Storage>(store: Store, kind: 's3' | 'disk'): Store {
  const traced = <T>(call: string, work: () => Promise<T>) =>
    inClientSpan(`storage ${call}`, { 'peer.service': kind }, work);
  const calls: Pick<Storage, 'head' | 'read' | 'write' | 'remove' | 'check' | 'multipart'> = {
    head: (key) => traced('head', () => store.head(key)),
    read: (key, range) => traced('read', () => store.read(key, range)),
    write: (key, body, options) => traced('write', () => store.write(key, body, options)),
    remove: (key) => traced('remove', () => store.remove(key)),
    check: () => traced('check', () => store.check()),
    multipart: {
      ...store.multipart,
      begin: (key, file) => traced('begin parts', () => store.multipart.begin(key, file)),
      complete: (upload, parts) => traced('join parts', () => store.multipart.complete(upload, parts)),
      listParts: (upload) => traced('list parts', () => store.multipart.listParts(upload)),
    },
  };
  return { ...store, ...calls };
}

export function tracedEmail(send: SendEmail): SendEmail {
  return (email) => inClientSpan('email send', { 'peer.service': 'smtp' }, () => send(email));
}
