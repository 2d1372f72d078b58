import { DateField } from '../../../ui/date-field.tsx';
import { TextAreaField, TextField } from '../../../ui/text-field.tsx';
import type { FieldErrors, ProductDraft } from './product-draft.ts';
import { RichTextField } from './rich-text/rich-text-field.tsx';

export type ProductTextFieldsProps = {
  draft: ProductDraft;
  errors: FieldErrors;
  onChange: (changes: Partial<ProductDraft>) => void;
};

/** The fields for the content of a product and for the details on its page. */
export function ProductTextFields({ draft, errors, onChange }: ProductTextFieldsProps) {
  return (
    <>
      <RichTextField
        label="Content"
        rows={10}
        value={draft.content}
        error={errors.content}
        hint="What students read in the browser."
        hasBlocks={draft.type === 'session'}
        onChange={(content) => onChange({ content })}
      />
      <TextAreaField
        label="Prerequisites"
        optional
        rows={2}
        value={draft.prerequisites}
        error={errors.prerequisites}
        hint="What to know beforehand."
        onChange={(event) => onChange({ prerequisites: event.currentTarget.value })}
      />
      <TextAreaField
        label="What the student can do afterwards"
        optional
        rows={3}
        value={draft.outcomes}
        error={errors.outcomes}
        hint="One per line, on the product’s page."
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
            ? 'One per line. Leave it empty to show the outline of the PDF.'
            : 'One per line, on the product’s page.'
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
        <DateField
          label="Date of the content"
          optional
          value={draft.publishedOn}
          error={errors.publishedOn}
          onChange={(event) => onChange({ publishedOn: event.currentTarget.value })}
        />
      </div>
    </>
  );
}
