import type { AdminProduct } from '../../../shared/shop/products.ts';
import type { TestApp, TestUser } from '../../../testing/test-app.ts';

/**
 * A user's access to a session according to the shop, the library, the list of sessions and the current user's
 * purchases.
 */
export async function accessTo(app: TestApp, user: TestUser, product: AdminProduct) {
  const caller = app.caller(user);
  const inShop = (await caller.shop.listProducts()).find(({ id }) => id === product.id);
  const inLibrary = (await caller.shop.listLibrary()).some(({ id }) => id === product.id);
  const session = (await caller.learning.listSessions()).find(({ id }) => id === product.id);
  const purchaseKeys = (await caller.auth.currentUser()).purchases;
  return {
    shop: inShop?.owned,
    library: inLibrary,
    text: session?.content ?? null,
    purchaseKey: purchaseKeys.includes(`session-${product.id}`),
  };
}

/** Full access to a session whose text is `Secret`. */
export const openAccess = { shop: true, library: true, text: 'Secret', purchaseKey: true };
export const closedAccess = { shop: false, library: false, text: null, purchaseKey: false };
