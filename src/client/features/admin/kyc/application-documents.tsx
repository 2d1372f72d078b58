import { documentTypeNames } from '../../../../shared/enums.ts';
import type { AdminKycApplication } from '../../../../shared/kyc.ts';
import { DocumentPreview } from './document-preview.tsx';

/** Both sides of a case beside each other; below each other on phones. */
export function ApplicationDocuments({ application }: { application: AdminKycApplication }) {
  return (
    <div className="grid gap-6 sm:grid-cols-2">
      <DocumentPreview
        side="Front side"
        caption={`${documentTypeNames[application.documentType1]}, number ${application.documentNumber1}`}
        reference={application.documentImageUrl1}
        contentType={application.documentContentType1}
        erasedAt={application.documentsErasedAt}
      />
      <DocumentPreview
        side="Back side"
        caption={`${documentTypeNames[application.documentType2]}, number ${application.documentNumber2}`}
        reference={application.documentImageUrl2}
        contentType={application.documentContentType2}
        erasedAt={application.documentsErasedAt}
      />
    </div>
  );
}
