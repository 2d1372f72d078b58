import { useBlocker } from '@tanstack/react-router';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { ProductType } from '../../../shared/enums.ts';
import type { AdminProduct, ProductInput } from '../../../shared/products.ts';
import { describeError, type ErrorText } from '../../lib/error-text.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormError } from '../../ui/form-error.tsx';
import { showToast } from '../../ui/toast.tsx';
import {
  draftOfProduct,
  type FieldErrors,
  isSameDraft,
  newProductDraft,
  type ProductDraft,
  readProductDraft,
  withType,
} from './product-draft.ts';
import { ProductFields } from './product-fields.tsx';
import { useFilmUpload } from './use-film-upload.ts';
import { useProductFile } from './use-product-file.ts';
import { useRefreshProducts } from './use-refresh-products.ts';
import { useSingleRun } from './use-single-run.ts';

export type ProductEditorProps = {
  open: boolean;
  /** Undefined creates a new one. */
  product: AdminProduct | undefined;
  /** The type of a new one. */
  newType: ProductType;
  products: readonly AdminProduct[];
  onClose: () => void;
  onSaved: (product: AdminProduct) => void;
};

/** Creates or edits a product (S1 §4, J8). Mount it anew for each opening: it keeps what was typed. */
export function ProductEditor({ open, product, newType, products, onClose, onSaved }: ProductEditorProps) {
  const utils = trpc.useUtils();
  const refresh = useRefreshProducts();
  const { running, run } = useSingleRun();
  const [start] = useState(() => (product ? draftOfProduct(product) : newProductDraft(newType, products)));
  const [draft, setDraft] = useState<ProductDraft>(start);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<ErrorText>();
  const [refused, setRefused] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const failureNotice = useRef<HTMLDivElement>(null);
  const formId = useId();
  const file = useProductFile(draft.fileName, (stored) => {
    setDraft((typed) => ({ ...typed, ...stored }));
    setErrors((known) => ({ ...known, filePath: undefined }));
  });
  const film = useFilmUpload(draft.videoName, (stored) => {
    setDraft((typed) => ({ ...typed, ...stored }));
    setErrors((known) => ({ ...known, videoPath: undefined }));
  });
  const captions = useProductFile(
    draft.captionsName,
    ({ filePath, fileName }) => {
      setDraft((typed) => ({ ...typed, captionsPath: filePath, captionsName: fileName }));
      setErrors((known) => ({ ...known, captionsPath: undefined }));
    },
    'captions',
  );
  const uploading = file.uploading || film.uploading || captions.uploading;
  const dirty = open && (uploading || !isSameDraft(draft, start));
  const missing = missingText(draft, uploading);
  const failureTitle = product ? 'Failed to update product' : 'Failed to create product';

  const blocker = useBlocker({
    shouldBlockFn: () => dirty,
    enableBeforeUnload: () => dirty,
    withResolver: true,
  });

  // The form is longer than the dialog: the reason must not stay below its edge.
  useEffect(() => {
    if (failure) failureNotice.current?.scrollIntoView({ block: 'nearest' });
  }, [failure]);

  function change(changes: Partial<ProductDraft>) {
    const { type, ...rest } = changes;
    setDraft((typed) => {
      // Defaults are for new products; a stored one keeps what it says.
      const retyped =
        type && !product ? withType(typed, type, products) : { ...typed, ...(type && { type }) };
      return { ...retyped, ...rest };
    });
    setErrors((known) => {
      const left = { ...known };
      for (const name of Object.keys(left) as (keyof FieldErrors)[]) if (name in changes) delete left[name];
      return left;
    });
  }

  function showErrors(found: FieldErrors) {
    setErrors(found);
    // The fields carry their error only after the next render.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  }

  const save = (input: ProductInput) =>
    run(async () => {
      setFailure(undefined);
      let saved: AdminProduct;
      try {
        saved = product
          ? await utils.client.admin.updateProduct.mutate({ ...input, id: product.id })
          : await utils.client.admin.createProduct.mutate(input);
      } catch (error) {
        const described = describeError(error);
        setFailure(described);
        showErrors(described.fields ?? {});
        showToast({ title: failureTitle, description: described.message, tone: 'danger' });
        return;
      }
      onClose();
      onSaved(saved);
      showToast({
        title: product ? 'Product updated successfully' : 'Product created successfully',
        // D-35: the server moves a taken number to the next free one.
        description:
          saved.productNumber === input.productNumber
            ? saved.title
            : `Number ${input.productNumber} was taken, so that it became number ${saved.productNumber}.`,
        tone: 'success',
      });
      await refresh();
    });

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (missing) return;
    const read = readProductDraft(draft);
    if ('errors' in read) {
      setRefused(true);
      showErrors(read.errors);
      return;
    }
    setErrors({});
    void save(read.input);
  }

  function handleBlur() {
    if (!refused) return;
    const read = readProductDraft(draft);
    setErrors('errors' in read ? read.errors : {});
  }

  return (
    <Dialog
      open={open}
      onClose={() => {
        if (!running) onClose();
      }}
      dirty={dirty && !running}
      size="large"
      title={product ? `Edit “${product.title}”` : 'Create a product'}
      footer={(requestClose) => (
        <>
          {missing && <p className="mr-auto self-center text-sm text-muted">{missing}</p>}
          <Button variant="secondary" onClick={requestClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            disabled={missing !== undefined}
            busy={running}
            busyLabel="Saving..."
          >
            {product ? 'Save changes' : 'Create product'}
          </Button>
        </>
      )}
    >
      <form
        ref={form}
        id={formId}
        noValidate
        onSubmit={handleSubmit}
        onBlur={handleBlur}
        className="flex flex-col gap-6"
      >
        <ProductFields
          draft={draft}
          errors={errors}
          file={file}
          film={film}
          captions={captions}
          // Buyers know a sold product by its key, which holds the type (D-36).
          typeLocked={product !== undefined && product.soldCount > 0}
          onChange={change}
        />
        <div ref={failureNotice}>
          <FormError title={failureTitle} message={failure?.message} requestId={failure?.requestId} />
        </div>
      </form>
      <Dialog
        open={blocker.status === 'blocked'}
        onClose={() => blocker.reset?.()}
        title="Leave and discard what you typed?"
        footer={
          <>
            <Button variant="secondary" onClick={() => blocker.reset?.()}>
              Keep editing
            </Button>
            <Button variant="danger" onClick={() => blocker.proceed?.()}>
              Discard
            </Button>
          </>
        }
      >
        <p>This product is not saved yet.</p>
      </Dialog>
    </Dialog>
  );
}

/** Why saving is not possible yet. */
function missingText(draft: ProductDraft, uploading: boolean): string | undefined {
  if (draft.title.trim() === '') return 'Add a title to save.';
  return uploading ? 'The file is still on its way.' : undefined;
}
