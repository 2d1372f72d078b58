import type { ReactNode } from 'react';
import type { DocumentUpload } from '../../lib/use-document-upload.ts';
import type { FieldProps } from '../../lib/use-form-fields.ts';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { DocumentDrop, documentTypeOptions } from '../identity-upload/document-drop.tsx';

type DocumentField = `document${'Type' | 'Number'}${1 | 2}`;

export type DocumentSideProps = {
  /** 1 is the front or the first document, 2 the back or the second document. */
  number: 1 | 2;
  /** For a passport, the label of the upload names the requested page. */
  documentType: string;
  /** Returns the props of the fields for type and number. If undefined, both fields are hidden. */
  field: ((name: DocumentField) => FieldProps) | undefined;
  fieldsDisabled?: boolean;
  upload: DocumentUpload;
  locked: boolean;
  /** Shown below the upload. */
  children?: ReactNode;
};

/**
 * The upload of one side of a document, in an application or in the answer to a request. The two sides may be of two
 * documents, each with its own type and number.
 */
export function DocumentSide({
  number,
  documentType,
  field,
  fieldsDisabled = false,
  upload,
  locked,
  children,
}: DocumentSideProps) {
  return (
    <div className="flex min-w-0 flex-col gap-4">
      {field && (
        <>
          <SelectField
            {...field(`documentType${number}`)}
            label={`Document ${number} type`}
            options={documentTypeOptions}
            disabled={fieldsDisabled}
          />
          <TextField
            {...field(`documentNumber${number}`)}
            label={`Document ${number} number`}
            autoComplete="off"
            spellCheck={false}
            disabled={fieldsDisabled}
          />
        </>
      )}
      <DocumentDrop
        side={number === 1 ? 'Front' : 'Back'}
        documentType={documentType}
        purpose="kyc"
        upload={upload}
        disabled={locked}
      />
      {children}
    </div>
  );
}
