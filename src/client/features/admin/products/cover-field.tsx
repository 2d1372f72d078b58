import { productTypeLabels } from '../../../lib/labels.ts';
import { Button } from '../../../ui/button.tsx';
import { ProductCover } from '../../../ui/product-cover.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { FileField, type PickedFile } from './file-field.tsx';
import { type DraftFieldsProps, textField } from './product-draft.ts';
import { coverOf } from './product-preview.ts';

export type CoverFieldProps = DraftFieldsProps & {
  /** The drawn cover depends on this id. Undefined for a new product, whose drawn cover depends on its number. */
  productId: number | undefined;
  file: PickedFile;
};

/** The cover: an uploaded picture or, without one, a drawing. */
export function CoverField({ productId, file, ...fields }: CoverFieldProps) {
  const { draft, errors, onChange } = fields;
  const number = Number(draft.productNumber) || 1;
  return (
    <section aria-label="Cover" className="grid items-start gap-4 sm:grid-cols-[15rem_minmax(0,1fr)]">
      <ProductCover
        kind={productTypeLabels[draft.type]}
        number={number}
        seed={productId ?? number}
        {...coverOf(draft)}
        className="rounded-b-card"
      />
      <div className="flex min-w-0 flex-col gap-4">
        <FileField label="Cover picture" purpose="picture" file={file} error={errors.coverPath} />
        {draft.coverPath === null ? (
          <p className="text-sm text-muted">
            Without a picture, a cover is drawn. A picture of 1,200 × 400 pixels fits best.
          </p>
        ) : (
          <>
            <TextField
              {...textField(fields, 'coverAlt')}
              label="What the picture shows"
              optional
              hint="Read aloud to those who cannot see it."
            />
            <Button
              variant="secondary"
              size="small"
              className="self-start"
              onClick={() => onChange({ coverPath: null, coverName: null, coverAlt: '' })}
            >
              Use the drawn cover instead
            </Button>
          </>
        )}
      </div>
    </section>
  );
}
