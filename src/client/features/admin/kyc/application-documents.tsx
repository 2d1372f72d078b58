import { documentTypeNames } from '../../../../shared/enums.ts';
import type { AdminKycApplication } from '../../../../shared/kyc/kyc.ts';
import { DocumentPreview } from './document-preview.tsx';
import { useDocumentNumbers } from './show-numbers.tsx';

export type DocumentSide = 'front' | 'back';

/** The two documents of an application, each with its own type and number. On phones, one is below the other. */
export function ApplicationDocuments({
  application,
  onDrawn,
}: {
  application: AdminKycApplication;
  onDrawn?: (side: DocumentSide) => void;
}) {
  const { documentNumber1, documentNumber2 } = useDocumentNumbers(application);
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      <DocumentPreview
        side="Front side"
        caption={`${documentTypeNames[application.documentType1]}, number ${documentNumber1}`}
        reference={application.documentImageUrl1}
        contentType={application.documentContentType1}
        erasedAt={application.documentsErasedAt}
        onDrawn={() => onDrawn?.('front')}
      />
      <DocumentPreview
        side="Back side"
        caption={`${documentTypeNames[application.documentType2]}, number ${documentNumber2}`}
        reference={application.documentImageUrl2}
        contentType={application.documentContentType2}
        erasedAt={application.documentsErasedAt}
        onDrawn={() => onDrawn?.('back')}
      />
    </div>
  );
}
