import { type ReactNode, useState } from 'react';
import { formatDate } from '../../lib/format.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { DocumentImage } from './document-image.tsx';

export type DocumentPreviewProps = {
  /** "Front side" or "Back side". */
  side: string;
  /** What it is and its number, such as "Passport X1234567". */
  caption?: string | undefined;
  /** `/objects/{id}`; anything else is not shown, as it would lead somewhere else. */
  reference: string | null;
  /** Null once the file is erased (D-31). */
  contentType: string | null;
  /** When it was erased after its time. */
  erasedAt: string | null;
};

/** One side of an identity document with View and Download (S1 §2, texts of S1 §8). */
export function DocumentPreview({ side, caption, reference, contentType, erasedAt }: DocumentPreviewProps) {
  const address = reference?.startsWith('/objects/') && contentType !== null ? reference : undefined;
  return (
    <figure className="flex min-w-0 flex-col gap-2">
      <figcaption>
        <span className="font-semibold">{side}</span>
        {caption && <span className="block text-sm wrap-anywhere text-muted">{caption}</span>}
      </figcaption>
      {address === undefined ? (
        <Placeholder title="Document not available">
          {erasedAt === null ? 'The file was erased or never arrived.' : `Erased on ${formatDate(erasedAt)}.`}
        </Placeholder>
      ) : contentType?.startsWith('image/') ? (
        <Picture address={address} description={`${side} of the identity document`} />
      ) : (
        <Placeholder title="Document Preview Not Available">
          {contentType === 'application/pdf' ? 'This is a PDF file.' : 'This kind of file has no preview.'}{' '}
          Open it with View.
        </Placeholder>
      )}
      {address !== undefined && (
        <div className="flex flex-wrap gap-2">
          <a
            href={address}
            target="_blank"
            rel="noopener"
            aria-label={`View ${side} in a new tab`}
            className={buttonClass('secondary', 'small')}
          >
            View
          </a>
          <a
            href={`${address}?download`}
            download
            aria-label={`Download ${side}`}
            className={buttonClass('secondary', 'small')}
          >
            Download
          </a>
        </div>
      )}
    </figure>
  );
}

function Picture({ address, description }: { address: string; description: string }) {
  const [failed, setFailed] = useState(false);
  if (failed) {
    return (
      <Placeholder title="Unable to load document image" alert>
        <Button variant="secondary" size="small" onClick={() => setFailed(false)} className="mt-2">
          Try again
        </Button>
      </Placeholder>
    );
  }
  return <DocumentImage address={address} description={description} onFailed={() => setFailed(true)} />;
}

function Placeholder({
  title,
  alert = false,
  children,
}: {
  title: string;
  alert?: boolean;
  children: ReactNode;
}) {
  return (
    <div
      role={alert ? 'alert' : undefined}
      className="grid aspect-4/3 w-full place-content-center justify-items-center rounded-control border border-dashed border-control bg-sunken p-4 text-center text-sm text-muted"
    >
      <p className="font-semibold text-text">{title}</p>
      <div>{children}</div>
    </div>
  );
}
