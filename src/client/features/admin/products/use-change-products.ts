import type { ProductsChange } from '../../../../shared/shop/products.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { showToast } from '../../../ui/toast.tsx';
import { useRefresh } from '../use-refresh.ts';
import { productCount } from './product-list.ts';

/** Changes several products in one request. */
export function useChangeProducts({
  onDone,
  onError,
}: {
  onDone: () => void;
  onError?: (error: unknown) => void;
}) {
  return useAction(
    trpc.admin.products.change.useMutation({
      onSuccess(result, { change }) {
        showResult(change, result);
        onDone();
      },
      onError,
      onSettled: useRefresh().onSettled,
    }),
  );
}

type Result = { changed: number; missing: number; empty: number };

function showResult(change: ProductsChange, { changed, missing, empty }: Result): void {
  const done = change.field === 'price' ? 'New price for' : change.isActive ? 'Put on sale:' : 'Hidden:';
  const notes = [
    missing > 0 && `${productCount(missing)} had already been archived or deleted.`,
    empty > 0 && `${productCount(empty)} stayed hidden, because there is nothing to deliver yet.`,
  ];
  showToast({
    title: changed === 0 ? 'Nothing was changed' : `${done} ${productCount(changed)}`,
    description: notes.filter(Boolean).join(' ') || undefined,
    tone: missing + empty > 0 ? 'neutral' : 'success',
  });
}
