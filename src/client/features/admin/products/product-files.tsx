import type { AdminProduct, ProductFileVersion } from '../../../../shared/shop/products.ts';
import { formatBytes, formatDateTime } from '../../../lib/format.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { showFailure, showToast } from '../../../ui/toast.tsx';
import { AdminQueryView } from '../admin-query-view.tsx';
import { useRefresh } from '../use-refresh.ts';

export type ProductFilesProps = {
  product: AdminProduct;
  /** Called with the updated product when another version became current. */
  onRestored: (product: AdminProduct) => void;
};

/**
 * All file versions of the product. Buyers get the current version. Renders nothing if the product never had a file.
 */
export function ProductFiles({ product, onRestored }: ProductFilesProps) {
  const id = String(product.id);
  const query = trpc.admin.products.files.useQuery({ id });
  return (
    <AdminQueryView query={query} errorTitle="The versions could not be loaded" skeleton={null} empty={null}>
      {(versions) => (
        <section aria-labelledby={`versions-${id}`}>
          <h3 id={`versions-${id}`} className="font-semibold">
            Versions of the file
          </h3>
          <p className="text-sm text-muted">
            All buyers get the current version, even those who bought an earlier one.
          </p>
          <ul className="mt-2 divide-y divide-border border-y border-border">
            {versions.map((version) => (
              <Version
                key={version.id}
                product={product}
                version={version}
                currentId={versions.find(({ isCurrent }) => isCurrent)?.id}
                onRestored={onRestored}
              />
            ))}
          </ul>
        </section>
      )}
    </AdminQueryView>
  );
}

type VersionProps = ProductFilesProps & { version: ProductFileVersion; currentId: string | undefined };

function Version({ product, version, currentId, onRestored }: VersionProps) {
  const utils = trpc.useUtils();
  const refresh = useRefresh();
  const { number, fileName, sizeBytes, addedAt, addedByName, isCurrent, isKept } = version;
  const facts = [
    formatDateTime(addedAt),
    sizeBytes !== null && formatBytes(sizeBytes),
    addedByName !== null && `by ${addedByName}`,
  ];

  const restore = useAction(
    trpc.admin.products.restoreFile.useMutation({
      async onSuccess() {
        await refresh.afterSuccess();
        const updated = utils.admin.products.list.getData()?.find(({ id }) => id === product.id);
        if (updated) onRestored(updated);
        showToast({ title: `Version ${number} is current again`, tone: 'success' });
      },
      onError(error) {
        showFailure('The file was not changed', 'The file may have been changed')(error);
        return refresh.afterError();
      },
    }),
  );

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-semibold wrap-anywhere">
            {number}. {fileName}
          </span>
          {isCurrent && <Badge tone="success">Current</Badge>}
          {!isKept && <Badge>Erased</Badge>}
        </p>
        <p className="text-sm text-muted tabular">{facts.filter(Boolean).join(' · ')}</p>
      </div>
      {isKept && (
        <div className="flex gap-2">
          <a
            href={`/api/admin/products/${product.id}/files/${version.id}`}
            download
            className={buttonClass('quiet', 'small')}
            aria-label={`Download version ${number}`}
          >
            Download
          </a>
          {!isCurrent && (
            <Button
              size="small"
              variant="secondary"
              busy={restore.isPending}
              busyLabel="Changing..."
              aria-label={`Make current: version ${number}`}
              onClick={() => restore.run({ id: product.id, versionId: version.id, seenCurrentId: currentId })}
            >
              Make current
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
