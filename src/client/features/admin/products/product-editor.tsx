import { useId, useRef, useState } from 'react';
import type { ProductType } from '../../../../shared/enums.ts';
import { hasContent } from '../../../../shared/shop/product-content.ts';
import type { AdminProduct, ProductInput } from '../../../../shared/shop/products.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormError } from '../../../ui/form-error.tsx';
import { isOwned } from './is-owned.ts';
import { NothingToDeliver } from './nothing-to-deliver.tsx';
import { readPrice } from './price-text.ts';
import { ProductConflict } from './product-conflict.tsx';
import {
  changedFields,
  draftOfProduct,
  type FieldErrors,
  hasContentToSave,
  mergeDrafts,
  newProductDraft,
  type ProductDraft,
  readProductDraft,
  withType,
} from './product-draft.ts';
import { ProductFields } from './product-fields.tsx';
import { ProductFiles } from './product-files.tsx';
import { ProductPreviewDialog } from './product-preview-dialog.tsx';
import { useProductUploads } from './use-product-uploads.ts';
import { useSaveProduct } from './use-save-product.ts';

export type ProductEditorProps = {
  /** Undefined to create a new product. */
  product: AdminProduct | undefined;
  newType: ProductType;
  products: readonly AdminProduct[];
  onClose: () => void;
  onSaved: (product: AdminProduct) => void;
};

/** Creates or edits a product. Mount it only while it is open, because it keeps what was entered. */
export function ProductEditor({ product, newType, products, onClose, onSaved }: ProductEditorProps) {
  const [start, setStart] = useState(() =>
    product ? draftOfProduct(product) : newProductDraft(newType, products),
  );
  const [draft, setDraft] = useState<ProductDraft>(start);
  const [errors, setErrors] = useState<FieldErrors>({});
  // After an attempt to save invalid fields, all fields are checked whenever one of them loses the focus.
  const [wasRejected, setWasRejected] = useState(false);
  const [stored, setStored] = useState(product);
  const [previewing, setPreviewing] = useState(false);
  const [pendingSave, setPendingSave] = useState<PendingSave>();
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();
  const { uploading, ...files } = useProductUploads(draft, setDraft, setErrors);
  const { save, busy, failure, failureTitle, theirs, forget } = useSaveProduct({
    product,
    showErrors,
    onSaved: (saved) => {
      onClose();
      onSaved(saved);
    },
  });
  const dirty = uploading || changedFields(start, draft).length > 0;
  const missing = missingText(draft, uploading);
  const isEmpty = draft.isActive && !hasContentToSave(draft);

  function change(changes: Partial<ProductDraft>) {
    const { type, ...rest } = changes;
    setDraft((typed) => {
      // Defaults apply to new products only. A stored product keeps its values.
      const retyped =
        type && !product ? withType(typed, type, products) : { ...typed, ...(type && { type }) };
      return { ...retyped, ...rest };
    });
    setErrors((current) => {
      const remaining = { ...current };
      for (const name of Object.keys(remaining) as (keyof FieldErrors)[])
        if (name in changes) delete remaining[name];
      return remaining;
    });
  }

  function showErrors(found: FieldErrors) {
    setErrors(found);
    // Waits for the next frame, because the errors are not rendered yet.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  }

  /** Continues editing from a newer stored state of the product. */
  function startFrom(newer: AdminProduct, update: (typed: ProductDraft) => ProductDraft) {
    setStored(newer);
    setStart(draftOfProduct(newer));
    setDraft(update);
    forget();
  }

  function submit(typed: ProductDraft, from: AdminProduct | undefined) {
    if (missing) return;
    const read = readProductDraft(typed);
    if ('errors' in read) {
      setWasRejected(true);
      showErrors(read.errors);
      return;
    }
    setErrors({});
    const { input } = read;
    if (from?.videoPath && input.videoPath === null) setPendingSave({ about: 'video', input, from });
    else saveUnlessEmpty(input, from);
  }

  function saveUnlessEmpty(input: ProductInput, from: AdminProduct | undefined) {
    // A product that was already on sale without content needs no new confirmation.
    const wasEmptyOnSale = from?.isActive && !from.isReady;
    if (input.isActive && !hasContent(input) && !wasEmptyOnSale)
      setPendingSave({ about: 'content', input, from });
    else void save(input, from?.updatedAt);
  }

  function checkPrice() {
    const price = readPrice(draft.price);
    setErrors((current) => ({ ...current, price: 'error' in price ? price.error : undefined }));
  }

  function handleBlur() {
    if (!wasRejected) return;
    const read = readProductDraft(draft);
    setErrors('errors' in read ? read.errors : {});
  }

  return (
    <Dialog
      onClose={onClose}
      busy={busy}
      dirty={dirty}
      size="large"
      title={product ? `Edit “${product.title}”` : 'Create a product'}
      footer={(requestClose) => (
        <>
          {(missing || isEmpty) && (
            <p
              className={classNames(
                'text-sm max-sm:order-last sm:mr-auto sm:self-center',
                missing ? 'text-muted' : 'text-warning',
              )}
            >
              {missing ?? 'Nothing to deliver yet'}
            </p>
          )}
          <Button variant="secondary" onClick={requestClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            disabled={missing !== undefined}
            busy={busy}
            busyLabel="Saving..."
          >
            {product ? 'Save changes' : 'Create product'}
          </Button>
        </>
      )}
    >
      <Form
        ref={form}
        id={formId}
        onSubmit={() => submit(draft, stored)}
        onBlur={handleBlur}
        className="flex flex-col gap-6"
      >
        <ProductFields
          draft={draft}
          errors={errors}
          {...files}
          productId={product?.id}
          typeLocked={product !== undefined && isOwned(product)}
          onChange={change}
          onPriceBlur={checkPrice}
        />
        {product && draft.type === 'pdf' && (
          <ProductFiles
            product={product}
            onRestored={(restored) => {
              const newer = draftOfProduct(restored);
              const { filePath, fileName } = newer;
              // The fields that this admin has changed keep their values. All others get the saved values, because
              // another admin may have changed them.
              startFrom(restored, (typed) => ({ ...mergeDrafts(start, typed, newer), filePath, fileName }));
            }}
          />
        )}
        <Button variant="secondary" className="self-start" onClick={() => setPreviewing(true)}>
          Preview as a student
        </Button>
        {theirs ? (
          <ProductConflict
            start={start}
            draft={draft}
            theirs={theirs}
            onTakeTheirs={() => {
              for (const { cancel } of Object.values(files)) cancel();
              startFrom(theirs, () => draftOfProduct(theirs));
            }}
            onKeepMine={() => {
              const merged = mergeDrafts(start, draft, draftOfProduct(theirs));
              startFrom(theirs, () => merged);
              submit(merged, theirs);
            }}
          />
        ) : (
          <FormError title={failureTitle} failure={failure} />
        )}
      </Form>
      <NothingToDeliver
        open={pendingSave?.about === 'content'}
        type={draft.type}
        onClose={() => setPendingSave(undefined)}
        onSave={(isActive) => {
          setPendingSave(undefined);
          if (!pendingSave) return;
          change({ isActive });
          void save({ ...pendingSave.input, isActive }, pendingSave.from?.updatedAt);
        }}
      />
      <VideoDeletionConfirmation
        open={pendingSave?.about === 'video'}
        onClose={() => setPendingSave(undefined)}
        onSave={() => {
          setPendingSave(undefined);
          if (pendingSave) saveUnlessEmpty(pendingSave.input, pendingSave.from);
        }}
      />
      <ProductPreviewDialog
        open={previewing}
        onClose={() => setPreviewing(false)}
        draft={draft}
        product={product}
      />
    </Dialog>
  );
}

/** A save that waits for a confirmation: what is saved, and the stored product from which editing began. */
type PendingSave = { about: 'video' | 'content'; input: ProductInput; from: AdminProduct | undefined };

/** Why the product cannot be saved yet. */
function missingText(draft: ProductDraft, uploading: boolean): string | undefined {
  if (draft.title.trim() === '') return 'Add a title to save.';
  return uploading ? 'The file is still uploading.' : undefined;
}

/** Asks for confirmation before a save that erases the uploaded video. */
function VideoDeletionConfirmation({
  open,
  onClose,
  onSave,
}: {
  open: boolean;
  onClose: () => void;
  onSave: () => void;
}) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Saving deletes the uploaded video for good. Save anyway?"
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Keep editing
          </Button>
          <Button variant="danger" onClick={onSave}>
            Delete the video and save
          </Button>
        </>
      }
    >
      <p>Students will no longer see it. To bring it back, you would have to upload it again.</p>
    </Dialog>
  );
}
