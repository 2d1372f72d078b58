import { useState } from 'react';
import type { AdminProduct, ProductInput } from '../../../../shared/products.ts';
import { describeError, type ErrorText } from '../../../lib/error-text.ts';
import { useSingleRun } from '../../../lib/use-single-run.ts';
import { trpc } from '../../../trpc.ts';
import { showToast } from '../../../ui/toast.tsx';
import type { FieldErrors } from './product-draft.ts';
import { stampProblemText } from './stamp-words.ts';
import { useRefreshProducts } from './use-refresh-products.ts';

export type SaveProductOptions = {
  /** Undefined creates a new one. */
  product: AdminProduct | undefined;
  onSaved: (product: AdminProduct) => void;
  showErrors: (fields: FieldErrors) => void;
};

/** Sends the editor's form; what a colleague saved since it was opened is not overwritten unasked. */
export function useSaveProduct({ product, onSaved, showErrors }: SaveProductOptions) {
  const utils = trpc.useUtils();
  const refresh = useRefreshProducts();
  const { busy, run } = useSingleRun();
  const [failure, setFailure] = useState<ErrorText>();
  const [theirs, setTheirs] = useState<AdminProduct>();
  const failureTitle = product ? 'Failed to update product' : 'Failed to create product';

  /** What a colleague made of it, when that is why the save was refused. */
  async function findTheirs(from: string | undefined): Promise<AdminProduct | undefined> {
    const stored = await utils.admin.listProducts.fetch(undefined, { staleTime: 0 }).catch(() => undefined);
    const found = stored?.find(({ id }) => id === product?.id);
    return found?.updatedAt === from ? undefined : found;
  }

  /** @param from `updatedAt` of the state that was edited */
  const save = (input: ProductInput, from: string | undefined) =>
    run(async () => {
      setFailure(undefined);
      setTheirs(undefined);
      let saved: AdminProduct;
      try {
        saved = product
          ? await utils.client.admin.updateProduct.mutate({ ...input, id: product.id, editedFrom: from })
          : await utils.client.admin.createProduct.mutate(input);
      } catch (error) {
        const described = describeError(error);
        if (product && described.code === 'conflict') setTheirs(await findTheirs(from));
        setFailure(described);
        showErrors(described.fields ?? {});
        showToast({ title: failureTitle, description: described.message, tone: 'danger' });
        return;
      }
      onSaved(saved);
      showToast({
        title: product ? 'Product updated successfully' : 'Product created successfully',
        description: savedText(input, saved),
        tone: 'success',
      });
      await refresh();
    });

  return {
    save,
    busy,
    failure,
    failureTitle,
    theirs,
    forget: () => {
      setTheirs(undefined);
      setFailure(undefined);
    },
  };
}

/** D-35: the server moves a taken number to the next free one. */
function savedText(input: ProductInput, saved: AdminProduct): string {
  const parts = [
    saved.productNumber === input.productNumber
      ? saved.title
      : `Number ${input.productNumber} was taken, so that it became number ${saved.productNumber}.`,
    saved.stampProblem !== null && `PDF: ${stampProblemText(saved.stampProblem)}`,
  ];
  return parts.filter(Boolean).join('. ');
}
