import { DateField } from '../../../ui/date-field.tsx';
import { TextAreaField, TextField } from '../../../ui/text-field.tsx';
import { type DraftFieldsProps, textField } from './product-draft.ts';
import { RichTextField } from './rich-text/rich-text-field.tsx';

/** The fields for the content of a product and for the details on its page. */
export function ProductTextFields(fields: DraftFieldsProps) {
  const { draft, errors, onChange } = fields;
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
        {...textField(fields, 'prerequisites')}
        label="Prerequisites"
        optional
        rows={2}
        hint="What to know beforehand."
      />
      <TextAreaField
        {...textField(fields, 'outcomes')}
        label="What the student can do afterwards"
        optional
        rows={3}
        hint="Enter one per line. The product’s page shows them."
      />
      <TextAreaField
        {...textField(fields, 'contents')}
        label="Chapters"
        optional
        rows={4}
        hint={
          draft.type === 'pdf'
            ? 'One per line. Leave it empty to show the outline of the PDF.'
            : 'Enter one per line. The product’s page shows them.'
        }
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField {...textField(fields, 'author')} label="Author" optional />
        <DateField {...textField(fields, 'publishedOn')} label="Publication date" optional />
      </div>
    </>
  );
}
