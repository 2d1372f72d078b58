import { isOpenToAll } from '../../../../shared/access/access-rules.ts';
import { difficulties, productTypes } from '../../../../shared/enums.ts';
import { uploadRules } from '../../../../shared/limits.ts';
import { parseDollars } from '../../../../shared/money.ts';
import { difficultyLabels, productTypeLabels } from '../../../lib/labels.ts';
import { FileDrop, type FileDropState } from '../../../ui/file-drop.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { SwitchField } from '../../../ui/switch-field.tsx';
import { TextAreaField, TextField } from '../../../ui/text-field.tsx';
import type { FieldErrors, ProductDraft } from './product-draft.ts';
import { VideoUpload } from './video-upload.tsx';

type PickedFile = { state: FileDropState; pick: (file: File) => void };

export type ProductFieldsProps = {
  draft: ProductDraft;
  errors: FieldErrors;
  file: PickedFile;
  video: PickedFile;
  captions: PickedFile;
  typeLocked: boolean;
  onChange: (changes: Partial<ProductDraft>) => void;
};

/** All fields of a product. */
export function ProductFields({
  draft,
  errors,
  file,
  video,
  captions,
  typeLocked,
  onChange,
}: ProductFieldsProps) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-3">
        <SelectField
          label="Type"
          value={draft.type}
          error={errors.type}
          hint={typeLocked ? 'Sold, so that it stays.' : undefined}
          disabled={typeLocked}
          options={productTypes.map((value) => ({ value, label: productTypeLabels[value] }))}
          onChange={(event) => {
            const type = productTypes.find((known) => known === event.currentTarget.value);
            if (type) onChange({ type });
          }}
        />
        <TextField
          label="Number"
          inputMode="numeric"
          value={draft.productNumber}
          error={errors.productNumber}
          hint="If taken, the next free one."
          onChange={(event) => onChange({ productNumber: event.currentTarget.value })}
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
      <TextField
        label="Title"
        required
        value={draft.title}
        error={errors.title}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      <TextAreaField
        label="Description"
        optional
        rows={3}
        value={draft.description}
        error={errors.description}
        hint="The first two lines stand on its card."
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Price in dollars"
          inputMode="decimal"
          value={draft.price}
          error={errors.price}
          hint="0 for free, or at least 0.50."
          className="tabular"
          onChange={(event) => onChange({ price: event.currentTarget.value })}
        />
        <TextField
          label="Duration in minutes"
          optional
          inputMode="numeric"
          value={draft.estimatedDuration}
          error={errors.estimatedDuration}
          className="tabular"
          onChange={(event) => onChange({ estimatedDuration: event.currentTarget.value })}
        />
      </div>
      {isPricedInVain(draft) && (
        <Notice tone="warning" title="Nobody has to pay for this session">
          Sessions 1 and 2 are open to every student. Make it free, or give it the number 3 or higher.
        </Notice>
      )}
      <div className="flex flex-col gap-4">
        <SwitchField
          label="Free"
          hint="Everybody who is logged in may open it, whatever its price."
          checked={draft.isFree}
          onChange={(event) => onChange({ isFree: event.currentTarget.checked })}
        />
        <SwitchField
          label="Active"
          hint="Shown in the shop. When it is hidden, its buyers still find it under “Membership and payments”."
          checked={draft.isActive}
          onChange={(event) => onChange({ isActive: event.currentTarget.checked })}
        />
      </div>
      {draft.type === 'pdf' && (
        <div className="flex flex-col gap-1">
          <FileDrop
            label="PDF file"
            hint={uploadRules.product.hint}
            accept={uploadRules.product.contentTypes.join(',')}
            state={file.state}
            onPick={file.pick}
          />
          {errors.filePath && (
            <p role="alert" className="text-sm text-danger">
              {errors.filePath}
            </p>
          )}
        </div>
      )}
      {draft.type === 'session' ? (
        <VideoUpload draft={draft} errors={errors} video={video} captions={captions} onChange={onChange} />
      ) : (
        <TextField
          label="Video address"
          optional
          type="url"
          inputMode="url"
          placeholder="https://"
          value={draft.videoUrl}
          error={errors.videoUrl}
          onChange={(event) => onChange({ videoUrl: event.currentTarget.value })}
        />
      )}
      <TextAreaField
        label="Content"
        optional
        rows={6}
        value={draft.content}
        error={errors.content}
        hint="The text that its readers open."
        onChange={(event) => onChange({ content: event.currentTarget.value })}
      />
      <TextAreaField
        label="Prerequisites"
        optional
        rows={2}
        value={draft.prerequisites}
        error={errors.prerequisites}
        hint="What to know before."
        onChange={(event) => onChange({ prerequisites: event.currentTarget.value })}
      />
      <TextAreaField
        label="What the student can do afterwards"
        optional
        rows={3}
        value={draft.outcomes}
        error={errors.outcomes}
        hint="One a line, on the product’s page."
        onChange={(event) => onChange({ outcomes: event.currentTarget.value })}
      />
      <TextAreaField
        label="Chapters"
        optional
        rows={4}
        value={draft.contents}
        error={errors.contents}
        hint={
          draft.type === 'pdf'
            ? 'One a line. Leave it empty to show the outline of the PDF.'
            : 'One a line, on the product’s page.'
        }
        onChange={(event) => onChange({ contents: event.currentTarget.value })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Author"
          optional
          value={draft.author}
          error={errors.author}
          onChange={(event) => onChange({ author: event.currentTarget.value })}
        />
        <TextField
          label="Date of the content"
          optional
          type="date"
          value={draft.publishedOn}
          error={errors.publishedOn}
          onChange={(event) => onChange({ publishedOn: event.currentTarget.value })}
        />
      </div>
    </>
  );
}

/** Whether the draft has a price although the session is open to everyone. */
function isPricedInVain({ type, productNumber, price, isFree }: ProductDraft): boolean {
  const number = Number(productNumber);
  return (
    !isFree && (parseDollars(price) ?? 0) > 0 && number >= 1 && isOpenToAll({ type, productNumber: number })
  );
}
