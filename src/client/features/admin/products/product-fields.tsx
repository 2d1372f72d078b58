import { isOpenToAll } from '../../../../shared/access/access-rules.ts';
import { productQuestionDays } from '../../../../shared/coaching/question-limits.ts';
import { parseDollars } from '../../../../shared/dollar-input.ts';
import { difficulties, productTypes } from '../../../../shared/enums.ts';
import { uploadRules } from '../../../../shared/limits.ts';
import { difficultyLabels, productTypeLabels } from '../../../lib/labels.ts';
import { Notice } from '../../../ui/notice.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { SwitchField } from '../../../ui/switch-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { CoverField } from './cover-field.tsx';
import { FileField, type PickedFile } from './file-field.tsx';
import { priceHint, readPrice } from './price-text.ts';
import {
  type DraftFieldsProps,
  draftProductNumber,
  initialPrice,
  type ProductDraft,
  textField,
} from './product-draft.ts';
import { ProductTextFields } from './product-text-fields.tsx';
import { RichTextField } from './rich-text/rich-text-field.tsx';
import { VideoFields } from './video-fields.tsx';

export type ProductFieldsProps = DraftFieldsProps & {
  file: PickedFile;
  video: PickedFile;
  captions: PickedFile;
  cover: PickedFile;
  /** Undefined for a new product. */
  productId: number | undefined;
  typeLocked: boolean;
  /** Called when the price loses the focus, to show its errors. */
  onPriceBlur: () => void;
};

export function ProductFields({
  file,
  video,
  captions,
  cover,
  productId,
  typeLocked,
  onPriceBlur,
  ...fields
}: ProductFieldsProps) {
  const { draft, errors, onChange } = fields;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-3">
        <SelectField
          label="Type"
          value={draft.type}
          error={errors.type}
          hint={typeLocked ? 'Sold or given to a student, so it cannot change.' : undefined}
          disabled={typeLocked}
          options={productTypes.map((value) => ({ value, label: productTypeLabels[value] }))}
          onChange={(event) => {
            const type = productTypes.find((known) => known === event.currentTarget.value);
            if (type) onChange({ type });
          }}
        />
        <TextField
          {...textField(fields, 'productNumber')}
          label="Number"
          inputMode="numeric"
          hint={
            draftProductNumber(draft) === undefined
              ? 'Not a whole number from 1 to 1,000,000: saved as 1 or, if 1 is taken, as the next free number.'
              : 'If it is taken, the next free number is used.'
          }
        />
        <SelectField
          label="Difficulty"
          value={draft.difficulty}
          error={errors.difficulty}
          options={difficulties.map((value) => ({ value, label: difficultyLabels[value] }))}
          onChange={(event) => {
            const difficulty = difficulties.find((known) => known === event.currentTarget.value);
            if (difficulty) onChange({ difficulty });
          }}
        />
      </div>
      <TextField {...textField(fields, 'title')} label="Title" required />
      <RichTextField
        label="Description"
        rows={4}
        value={draft.description}
        error={errors.description}
        hint="Shown on the product’s page. Its card shows the first two lines."
        onChange={(description) => onChange({ description })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          {...textField(fields, 'price')}
          label="Price in dollars"
          inputMode="decimal"
          hint={
            productId === undefined && draft.price === initialPrice(draft.type)
              ? suggestionHint
              : priceHint(readPrice(draft.price))
          }
          onBlur={onPriceBlur}
          className="tabular"
        />
        <TextField
          {...textField(fields, 'estimatedDuration')}
          label="Duration in minutes"
          optional
          inputMode="numeric"
          className="tabular"
        />
      </div>
      <TextField
        {...textField(fields, 'questionCredits')}
        label="Questions to the coach"
        inputMode="numeric"
        hint={`How many a purchase includes. They are valid for ${productQuestionDays} days.`}
        className="tabular"
      />
      {hasUnusedPrice(draft) && (
        <Notice tone="warning" title="Nobody has to pay for this session">
          Sessions 1 and 2 are open to every student. Make it free, or give it the number 3 or higher.
        </Notice>
      )}
      <div className="flex flex-col gap-4">
        <SwitchField
          label="Free"
          hint="Every logged-in user may open it, whatever its price."
          checked={draft.isFree}
          onChange={(event) => onChange({ isFree: event.currentTarget.checked })}
        />
        <SwitchField
          label="Active"
          hint="Shown in the shop. Buyers of a hidden product still find it in their library."
          checked={draft.isActive}
          onChange={(event) => onChange({ isActive: event.currentTarget.checked })}
        />
      </div>
      <CoverField {...fields} productId={productId} file={cover} />
      {draft.type === 'pdf' && (
        <FileField
          label="PDF file"
          purpose="product"
          hint={`${uploadRules.product.hint}. This is what buyers get. Without it, the product can only be hidden or sold as a pre-order.`}
          file={file}
          error={errors.filePath}
        />
      )}
      {draft.type === 'session' ? (
        <VideoFields {...fields} video={video} captions={captions} />
      ) : (
        <TextField
          {...textField(fields, 'videoUrl')}
          label="Video address"
          optional
          type="url"
          inputMode="url"
          placeholder="https://"
        />
      )}
      <ProductTextFields {...fields} />
    </>
  );
}

const suggestionHint = 'A suggestion: buyers pay this unless you change it. 0 is free.';

/** Whether the draft has a price although the session is open to every student. */
function hasUnusedPrice({ type, productNumber, price, isFree }: ProductDraft): boolean {
  const number = Number(productNumber);
  return (
    !isFree && (parseDollars(price) ?? 0) > 0 && number >= 1 && isOpenToAll({ type, productNumber: number })
  );
}
