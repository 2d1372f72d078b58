import type { AdminProduct, ProductInput } from '../../../../shared/shop/products.ts';
import { useRequestId } from '../../../lib/use-request-id.ts';
import { trpc } from '../../../trpc.ts';
import { showToast } from '../../../ui/toast.tsx';
import { useRefresh } from '../use-refresh.ts';
import type { FieldErrors } from './product-draft.ts';
import { stampProblemText } from './stamp-labels.ts';
import { useEditorSave } from './use-editor-save.ts';

export type SaveProductOptions = {
  /** Undefined creates a new product. */
  product: AdminProduct | undefined;
  onSaved: (product: AdminProduct) => void;
  showErrors: (fields: FieldErrors) => void;
};

export function useSaveProduct({ product, onSaved, showErrors }: SaveProductOptions) {
  const { idOf } = useRequestId();
  const utils = trpc.useUtils();
  const refresh = useRefresh();
  const { save, ...state } = useEditorSave<AdminProduct>();
  const failureTitle = product ? 'Failed to update product' : 'Failed to create product';

  return {
    ...state,
    failureTitle,
    /** @param from - `updatedAt` of the state that was edited; undefined for a new product */
    save: (input: ProductInput, from: string | undefined) =>
      save({
        from,
        write: () =>
          product
            ? utils.client.admin.products.update.mutate({ ...input, id: product.id, editedFrom: from })
            : utils.client.admin.products.create.mutate({ ...input, key: idOf(input) }),
        async findStored() {
          const products = await utils.admin.products.list.fetch();
          return products.find(({ id }) => id === product?.id);
        },
        onRejected({ code, fields, message }) {
          showErrors(fields ?? {});
          if (code === 'not_found') void refresh.afterError();
          // The editor itself shows these errors and what to do about them.
          if (code === 'conflict' || code === 'not_signed_in') return;
          showToast({ title: failureTitle, description: message, tone: 'danger' });
        },
        async onSaved(saved) {
          onSaved(saved);
          showToast({
            title: product ? 'Product updated successfully' : 'Product created successfully',
            description: savedText(input, saved),
            tone: 'success',
          });
          await refresh.afterSuccess();
        },
      }),
  };
}

/**
 * The text of the message after saving. If the number of the product is taken, the server replaces it with the next
 * free number.
 */
export function savedText(input: Pick<ProductInput, 'productNumber'>, saved: AdminProduct): string {
  const notes = [
    saved.productNumber !== input.productNumber &&
      `Number ${input.productNumber} was taken, so the product became number ${saved.productNumber}.`,
    saved.stampProblem !== null && stampProblemText(saved.stampProblem),
  ];
  return notes.filter(Boolean).join(' ') || saved.title;
}
