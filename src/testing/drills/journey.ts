import type { StripeSandbox } from '../../sandbox/stripe/sandbox.ts';
import { registration } from '../http-client.ts';
import {
  completePurchase,
  openCheckout,
  type Product,
  password,
  randomEmail,
  secure,
  sendDocument,
  signIn,
} from './student.ts';
import { type HttpResponse, textAt, type Visitor } from './visitor.ts';

/** One student's visit, from registration to logout. @throws if a step fails and the visit cannot continue */
export async function journey(
  visitor: Visitor,
  serverUrl: string,
  products: readonly Product[],
  sandbox: StripeSandbox,
): Promise<void> {
  const get = (path: string) => visitor.call(serverUrl, { method: 'GET', path });
  await get('/api/products');
  await get('/');
  const sent = await sendDocument(visitor, serverUrl);
  await retry(() => secure(visitor, serverUrl, sent));
  const email = randomEmail();
  const body = registration({ email, password, documentImageUrl1: sent });
  const register = () => visitor.call(serverUrl, { method: 'POST', path: '/api/register', body });
  const { status } = await retry(register, [201, 409]);
  // If the response to a successful registration was lost, the repetition returns 409, and the student logs in.
  if (status === 409) await retry(() => signIn(visitor, serverUrl, email));
  for (let turn = 0; turn < 2; turn += 1) {
    const product = products[Math.floor(Math.random() * products.length)];
    if (!product) throw new Error('nothing for sale');
    const owned = (await retry(() => get('/api/user'))).body;
    if (JSON.stringify(owned).includes(`pdf-${product.number}"`)) continue;
    let sessionId = '';
    for (let attempt = 0; sessionId === ''; attempt += 1) {
      try {
        sessionId = await openCheckout(visitor, serverUrl, product);
      } catch (error) {
        if (attempt === 3) throw error;
      }
    }
    // Clicks in two windows must open the same payment page.
    const second = await openCheckout(visitor.copy(), serverUrl, product);
    if (second !== sessionId) throw new Error('a second click opened a second payment page');
    await sandbox.pay(sessionId);
    const landed = await retry(() => completePurchase(visitor, serverUrl, sessionId));
    if (textAt(landed.body, 'status') !== 'completed') throw new Error('paid but not delivered');
    const mine = await retry(() => get('/api/user'));
    if (!JSON.stringify(mine.body).includes(`pdf-${product.number}"`)) {
      throw new Error('bought but not in the library');
    }
    await get('/trpc/notifications.unreadCount');
    await get('/api/coaching/progress');
  }
  await visitor.call(serverUrl, { method: 'PUT', path: '/api/goals/2026-01-15', body: { handsPlayed: 7 } });
  await retry(() => visitor.call(serverUrl, { method: 'POST', path: '/api/logout' }));
}

/** Makes a call up to three times, as a user would. @throws if all attempts fail */
async function retry(
  call: () => Promise<HttpResponse>,
  good: readonly number[] = [200],
): Promise<HttpResponse> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const response = await call();
      if (good.includes(response.status)) return response;
      if (attempt === 3)
        throw new Error(`${response.status}: ${JSON.stringify(response.body).slice(0, 200)}`);
    } catch (error) {
      if (attempt === 3) throw error;
    }
  }
}
