import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import type { Product } from '../../../shared/shop/products.ts';
import { describeError, type ErrorText } from '../../lib/error-text.ts';
import { useAction } from '../../lib/use-action.ts';
import { usePageRestored } from '../../lib/use-page-restored.ts';
import { checkCodesAgain } from '../../lib/use-promotion-code.ts';
import { trpc } from '../../trpc.ts';
import { showToast } from '../../ui/toast.tsx';
import { useCurrentUser } from '../session/use-current-user.ts';

type PurchaseFailure = {
  productId: number;
  message: string;
  requestId?: string | undefined;
  /** The rejected code. Its field shows the error. */
  promotionCode?: string;
  /** The error code of a purchase rule that the buyer can satisfy. */
  rule?: 'identity_required' | 'email_unverified';
};

export type Purchase = {
  /** Opens the hosted payment page; asks a visitor to log in first. Pass only a code that was found valid. */
  start: (product: Product, promotionCode?: string) => void;
  /** The product whose payment page is being opened, until the browser has left. */
  startingId: number | undefined;
  /** Why the last attempt did not open the payment page. */
  failure: PurchaseFailure | undefined;
};

/** Starts purchases, one at a time. */
export function usePurchase(): Purchase {
  const { user } = useCurrentUser();
  const utils = trpc.useUtils();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const router = useRouter();

  // When the browser returns from the payment page, the product may have been paid for.
  usePageRestored(() => void utils.shop.invalidate());

  // After the login, the product's page opens. If the purchase started on that page, the promotion code stays in the
  // URL.
  const goToSignIn = (productId: string | number, search: { tab?: 'signup' } = {}) => {
    const { pathname, href } = router.state.location;
    const page = `/products/${productId}`;
    return navigate({ to: '/auth', search: { ...search, next: pathname === page ? href : page } });
  };

  const { run, isPending, variables, failure } = useAction(
    trpc.payments.createPurchaseSession.useMutation({
      async onError(error, { promotionCode, productId }) {
        const rejection = describeError(error);
        if (rejection.code === 'not_signed_in') {
          utils.auth.me.setData(undefined, null);
          await goToSignIn(productId);
          return;
        }
        if (rejection.code === 'already_owned') {
          showToast({
            title: 'Already Purchased',
            description: 'You already own this product.',
            tone: 'danger',
          });
        } else if (!isShownInPlace(rejection, promotionCode)) {
          showToast({
            title: 'Purchase Failed',
            description: 'Failed to start purchase process. Please try again.',
            tone: 'danger',
          });
        }
        // With these statuses, this page may be out of date.
        if ([400, 403, 404, 409].includes(rejection.status ?? 0)) {
          await Promise.all([
            utils.auth.me.invalidate(),
            utils.shop.invalidate(),
            utils.learning.invalidate(),
            checkCodesAgain(queryClient),
          ]);
        }
      },
    }),
    { redirectTo: ({ url }) => url },
  );

  function start(product: Product, promotionCode?: string) {
    if (user === null) {
      // Most visitors have no account yet.
      void goToSignIn(product.id, { tab: 'signup' });
      return;
    }
    run({
      productType: product.type,
      productId: String(product.id),
      productName: product.title,
      amount: product.price,
      ...(promotionCode !== undefined && { promotionCode }),
    });
  }

  const productId = Number(variables?.productId);
  return {
    start,
    startingId: isPending ? productId : undefined,
    failure: failure && failureOf(productId, failure, variables?.promotionCode),
  };
}

/** Whether the error is shown beside the button or at the code field instead of in a toast. */
function isShownInPlace({ code, fields }: ErrorText, promotionCode: string | undefined): boolean {
  if (code === 'price_changed' || code === 'identity_required' || code === 'email_unverified') return true;
  return fields?.promotionCode !== undefined && promotionCode !== undefined;
}

function failureOf(
  productId: number,
  { code, message, requestId, fields }: ErrorText,
  promotionCode: string | undefined,
): PurchaseFailure | undefined {
  if (code === 'not_signed_in' || code === 'already_owned') return undefined;
  if (code === 'price_changed') return { productId, message };
  if (code === 'identity_required' || code === 'email_unverified') return { productId, message, rule: code };
  if (fields?.promotionCode !== undefined && promotionCode !== undefined) {
    return { productId, message: fields.promotionCode, promotionCode };
  }
  return { productId, message, requestId };
}
