import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { Product } from '../../../shared/shop/products.ts';
import { describeError, type ErrorText } from '../../lib/error-text.ts';
import { checkCodesAgain } from '../../lib/use-promotion-code.ts';
import { trpc } from '../../trpc.ts';
import { showToast } from '../../ui/toast.tsx';
import { useCurrentUser } from '../session/use-current-user.ts';

type PurchaseFailure = {
  productId: number;
  message: string;
  requestId?: string | undefined;
  /** The code that was refused; the message stands at its field then. */
  promotionCode?: string;
  /** The code of a rule of the owner that the buyer can satisfy. */
  rule?: 'identity_required' | 'email_unverified';
};

export type Purchase = {
  /** Opens the hosted payment page; a visitor is asked to sign in first. The code is one that was found to fit. */
  start: (product: Product, promotionCode?: string) => void;
  /** The product whose payment page is on its way, until the browser has left. */
  startingId: number | undefined;
  /** Why the last try did not lead to the payment page. */
  failure: PurchaseFailure | undefined;
};

/** Starts purchases, one at a time. */
export function usePurchase(): Purchase {
  const { user } = useCurrentUser();
  const utils = trpc.useUtils();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const router = useRouter();
  const [startingId, setStartingId] = useState<number>();
  const [failure, setFailure] = useState<PurchaseFailure>();
  // State is seen a render later; a second click in between must not start a second purchase.
  const running = useRef(false);
  const mounted = useRef(false);

  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);

  useEffect(() => {
    // The back button brings this page back as it was left, "Processing..." included; meanwhile it may be paid.
    function handlePageShow(event: PageTransitionEvent) {
      if (!event.persisted) return;
      running.current = false;
      setStartingId(undefined);
      void utils.auth.me.invalidate();
      void utils.shop.invalidate();
    }
    window.addEventListener('pageshow', handlePageShow);
    return () => window.removeEventListener('pageshow', handlePageShow);
  }, [utils]);

  // Back to where Buy was pressed: the shop as it was searched, or the product's page.
  const goToSignIn = () => navigate({ to: '/auth', search: { next: router.state.location.href } });

  async function handleRefusal(product: Product, refusal: ErrorText, promotionCode: string | undefined) {
    const { code, status, message, requestId, fields } = refusal;
    if (code === 'not_signed_in') {
      utils.auth.me.setData(undefined, null);
      await goToSignIn();
      return;
    }
    if (code === 'already_owned') {
      showToast({ title: 'Already Purchased', description: 'You already own this product.', tone: 'danger' });
    } else if (code === 'price_changed') {
      setFailure({ productId: product.id, message });
    } else if (code === 'identity_required' || code === 'email_unverified') {
      setFailure({ productId: product.id, message, rule: code });
    } else if (fields?.promotionCode !== undefined && promotionCode !== undefined) {
      setFailure({ productId: product.id, message: fields.promotionCode, promotionCode });
    } else {
      showToast({
        title: 'Purchase Failed',
        description: 'Failed to start purchase process. Please try again.',
        tone: 'danger',
      });
      setFailure({ productId: product.id, message, requestId });
    }
    // A refusal means that what this page knows is out of date.
    if ([400, 403, 404, 409].includes(status ?? 0)) {
      await Promise.all([
        utils.auth.me.invalidate(),
        utils.shop.invalidate(),
        utils.learning.invalidate(),
        checkCodesAgain(queryClient),
      ]);
    }
  }

  async function createSession(product: Product, promotionCode: string | undefined) {
    const dollars = product.price / 100;
    try {
      // The plain client: a mutation hook would wait for the network and send a forgotten purchase later.
      const { url } = await utils.client.payments.createPurchaseSession.mutate({
        productType: product.type,
        productId: String(product.id),
        productName: product.title,
        // The documented call takes dollars × 100; the server rounds to whole cents.
        amount: dollars * 100,
        ...(promotionCode !== undefined && { promotionCode }),
      });
      // Someone who went to another page meanwhile did not ask to be taken away from it.
      if (mounted.current) window.location.assign(url);
    } catch (error) {
      await handleRefusal(product, describeError(error), promotionCode);
      running.current = false;
      setStartingId(undefined);
    }
  }

  function start(product: Product, promotionCode?: string) {
    if (running.current) return;
    if (user === null) {
      void goToSignIn();
      return;
    }
    running.current = true;
    setFailure(undefined);
    setStartingId(product.id);
    void createSession(product, promotionCode);
  }

  return { start, startingId, failure };
}
