import { type ReactNode, useState } from 'react';
import { formatDate } from '../../../lib/format.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { lazyInPlace } from '../../../ui/lazy-in-place.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { DocumentFrame, initialView, viewActions } from './document-frame.tsx';
import { type DocumentFile, useDocumentFile } from './use-document-file.ts';

// The PDF library is large, and most documents are photos.
const DocumentPdf = lazyInPlace(
  'The document could not be displayed',
  async () => (await import('./document-pdf.tsx')).DocumentPdf,
);

export type DocumentPreviewProps = {
  /** "Front side" or "Back side". */
  side: string;
  /** Type and number, such as "Passport, number X1234567". */
  caption: string;
  /** `/objects/{id}`. Other values are not shown, because they could point to another site. */
  reference: string | null;
  /** Null after the file has been erased. */
  contentType: string | null;
  /** When the file was erased after its retention period. */
  erasedAt: string | null;
  /** Called each time the document, or a page of it, has been drawn. */
  onDrawn: () => void;
};

/** One side of an identity document, with View and Download. */
export function DocumentPreview({
  side,
  caption,
  reference,
  contentType,
  erasedAt,
  onDrawn,
}: DocumentPreviewProps) {
  const url = reference?.startsWith('/objects/') && contentType !== null ? reference : undefined;
  return (
    <figure className="flex min-w-0 flex-col gap-2">
      <figcaption>
        <span className="font-semibold">{side}</span>
        <span className="block text-sm wrap-anywhere text-muted">{caption}</span>
      </figcaption>
      {url === undefined ? (
        <Placeholder title="Document not available">
          {erasedAt === null ? 'The file was erased or never arrived.' : `Erased on ${formatDate(erasedAt)}.`}
        </Placeholder>
      ) : (
        <StoredDocument key={url} url={url} side={side} contentType={contentType} onDrawn={onDrawn} />
      )}
    </figure>
  );
}

type StoredDocumentProps = { url: string; side: string; contentType: string | null; onDrawn: () => void };

function StoredDocument({ url, side, contentType, onDrawn }: StoredDocumentProps) {
  const { file, reload } = useDocumentFile(url);
  const isGone = file.status === 'failed' && !file.canRetry;
  return (
    <>
      <DocumentBody
        file={file}
        reload={reload}
        description={`${side} of the identity document`}
        contentType={contentType}
        onDrawn={onDrawn}
      />
      {!isGone && (
        <div className="flex flex-wrap gap-2">
          <a
            href={url}
            target="_blank"
            rel="noopener"
            aria-label={`View ${side} in a new tab`}
            className={buttonClass('secondary', 'small')}
          >
            View
          </a>
          <a
            href={`${url}?download`}
            download
            aria-label={`Download ${side}`}
            className={buttonClass('secondary', 'small')}
          >
            Download
          </a>
        </div>
      )}
    </>
  );
}

type DocumentBodyProps = {
  file: DocumentFile;
  reload: () => void;
  description: string;
  contentType: string | null;
  onDrawn: () => void;
};

function DocumentBody({ file, reload, description, contentType, onDrawn }: DocumentBodyProps) {
  /** The file that could not be rendered. Another attempt would fail, too. */
  const [undrawable, setUndrawable] = useState<Blob>();
  const isImage = contentType?.startsWith('image/') ?? false;

  if (file.status === 'failed') {
    return (
      <Placeholder title={file.title} alert>
        <p>{file.detail}</p>
        {file.canRetry && (
          <Button variant="secondary" size="small" onClick={reload} className="mt-2">
            Retry Loading
          </Button>
        )}
      </Placeholder>
    );
  }
  if (file.status === 'loading') return <DocumentLoading />;
  if (undrawable === file.bytes || !(isImage || contentType === 'application/pdf')) {
    return (
      <Placeholder title="Document Preview Not Available">
        {isImage
          ? 'The image cannot be displayed. Download it.'
          : 'The file cannot be displayed here. Open it with View, or download it.'}
      </Placeholder>
    );
  }
  const failed = () => setUndrawable(file.bytes);
  if (isImage)
    return <DocumentImage url={file.url} description={description} onDrawn={onDrawn} onFailed={failed} />;
  return (
    <DocumentPdf
      fallback={<DocumentLoading />}
      bytes={file.bytes}
      description={description}
      onDrawn={onDrawn}
      onFailed={failed}
    />
  );
}

type DocumentImageProps = {
  url: string;
  description: string;
  onDrawn: () => void;
  onFailed: () => void;
};

/** An image that can be zoomed and rotated. */
function DocumentImage({ url, description, onDrawn, onFailed }: DocumentImageProps) {
  const [view, setView] = useState(initialView);
  const { zoom, turns } = view;
  return (
    <DocumentFrame description={description} actions={viewActions(view, setView)}>
      {/* Margins instead of centering, so that oversized content can be scrolled in all directions. */}
      <div className="flex h-full w-full">
        <img
          src={url}
          alt={description}
          onLoad={onDrawn}
          onError={onFailed}
          className="m-auto aspect-4/3 max-w-none shrink-0 object-contain"
          style={{
            // At zoom 1, the image is as large as fits into the frame.
            width: `calc(${zoom} * min(100cqw, 400cqh / 3))`,
            // A rotated image must fit the height of its frame.
            transform: `rotate(${turns * 90}deg) scale(${turns % 2 === 0 ? 1 : 0.75})`,
          }}
        />
      </div>
    </DocumentFrame>
  );
}

/** As tall as a document with its buttons, so that the layout does not shift. */
function DocumentLoading() {
  return (
    <div role="status" className="flex flex-col gap-2">
      <span className="sr-only">Loading the document...</span>
      <Skeleton className="aspect-4/3 w-full" />
      <Skeleton className="h-9 w-64 max-w-full" />
    </div>
  );
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
