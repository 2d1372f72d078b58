import { useNavigate, useSearch } from '@tanstack/react-router';
import type { PromotionPreview } from '../../../shared/payments/promotion-codes.ts';
import type { Product } from '../../../shared/shop/products.ts';
import { formatCents } from '../../lib/format.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import { type PromotionCode, usePromotionCode } from '../../lib/use-promotion-code.ts';
import { PromotionCodeForm } from '../../ui/promotion-code-form.tsx';
import { useCurrentUser } from '../session/use-current-user.ts';
import type { Purchase } from './use-purchase.ts';

/** The code in the URL of the product page, and its discount. */
export function useProductPromotion(product: Product, purchase: Purchase, buyable: boolean): PromotionCode {
  const { user } = useCurrentUser();
  // The server renders the page without the code.
  const hydrated = useHydrated();
  // Not strict, because the preview in the product editor calls this hook on another route.
  const { code: codeInUrl } = useSearch({ strict: false });
  const promotion = usePromotionCode(
    hydrated && buyable ? codeInUrl : undefined,
    { productId: product.id },
    Boolean(user),
  );
  const { failure } = purchase;
  if (failure?.promotionCode === undefined || failure.promotionCode !== promotion.code) return promotion;
  // The checkout decides, even if the preview accepted the code.
  return { ...promotion, preview: undefined, problem: failure.message };
}

/** "Have a code?" below the price of a product. */
export function ProductPromotion({ promotion }: { promotion: PromotionCode }) {
  const { user } = useCurrentUser();
  const navigate = useNavigate({ from: '/products/$id' });
  const { code, preview, problem, checking, checkAgain } = promotion;

  function setCode(next: string | undefined) {
    return navigate({ to: '.', search: next ? { code: next } : {}, replace: true, resetScroll: false });
  }
  async function apply(next: string) {
    if (user && next === code) {
      checkAgain();
      return;
    }
    await setCode(next);
    // A visitor logs in first, as with Buy, and returns with the code.
    if (user === null) {
      const { pathname, search } = window.location;
      await navigate({ to: '/auth', search: { next: pathname + search } });
    }
  }

  return (
    <PromotionCodeForm
      code={code}
      result={preview && promotionText(preview)}
      problem={problem}
      checking={checking}
      hint={user === null ? 'You will be asked to log in. Your code is kept.' : undefined}
      onApply={(next) => void apply(next)}
      onRemove={() => void setCode(undefined)}
    />
  );
}

function promotionText({ code, discountCents, totalCents }: PromotionPreview): string {
  return `${code}: −${formatCents(discountCents)}, you pay ${formatCents(totalCents)}`;
}
