import { useState } from 'react';
import { documentTypeNames, documentTypes } from '../../../shared/enums.ts';
import { uploadRules } from '../../../shared/limits.ts';
import { contentTypeOf } from '../../lib/upload-file.ts';
import type { DocumentUpload } from '../../lib/use-document-upload.ts';
import { CheckboxField } from '../../ui/checkbox-field.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { shrinkPicture } from './redraw-picture.ts';

/** Loaded only for users who redact something. */
const MaskDialog = lazyDialog(async () => (await import('./mask-dialog.tsx')).MaskDialog);

export const documentTypeOptions = documentTypes.map((type) => ({
  value: type,
  label: documentTypeNames[type],
}));

const passportPages = { Front: 'photo page', Back: 'signature page or cover' } as const;

/** The label of a side. For a passport, which has no back side, the label names the page. */
function sideLabel(side: 'Front' | 'Back', documentType: string): string {
  return documentType === 'passport' ? `${side} side: ${passportPages[side]}` : `${side} side`;
}

export type DocumentDropProps = {
  side: 'Front' | 'Back';
  documentType: string;
  purpose: 'registration' | 'kyc';
  upload: DocumentUpload;
  disabled: boolean;
  className?: string;
};

/**
 * One side of an identity document. Parts of an image can be redacted before the image is sent. A photo above the
 * limits is made smaller here, because phones seldom offer another way to do so.
 */
export function DocumentDrop({
  side,
  documentType,
  purpose,
  upload,
  disabled,
  className,
}: DocumentDropProps) {
  const { hint, contentTypes, maxBytes } = uploadRules[purpose];
  const [redactsFirst, setRedactsFirst] = useState(false);
  const [picked, setPicked] = useState<File>();

  function pick(file: File) {
    const contentType = contentTypeOf(file);
    // PDFs cannot be redrawn here.
    const isPicture = contentType.startsWith('image/');
    if (redactsFirst && isPicture) {
      setPicked(file);
      return;
    }
    const isAccepted = isPicture && contentTypes.some((accepted) => accepted === contentType);
    upload.pick(file, isAccepted ? (photo) => shrinkPicture(photo, maxBytes) : undefined);
  }

  return (
    <div className={className}>
      <FileDrop
        label={sideLabel(side, documentType)}
        hint={hint}
        accept={contentTypes.join(',')}
        state={upload.state}
        onPick={pick}
        disabled={disabled}
      />
      <CheckboxField
        label={
          <>
            Let me black out parts first<span className="sr-only"> on the {side.toLowerCase()}</span>
          </>
        }
        hint={redactsFirst ? 'Then choose a picture. A PDF is sent as it is.' : undefined}
        checked={redactsFirst}
        disabled={disabled}
        onChange={(event) => setRedactsFirst(event.currentTarget.checked)}
        className="mt-2 text-sm"
      />
      {picked && (
        <MaskDialog
          file={picked}
          onClose={() => setPicked(undefined)}
          onMasked={(file) => {
            setPicked(undefined);
            upload.pick(file);
          }}
        />
      )}
    </div>
  );
}
