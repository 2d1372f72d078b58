import type {
  ContinueReading,
  Reading,
  ReadingPageInput,
  ReadingResource,
} from '../../shared/learning/reading.ts';
import { type AuthorizedFile, authorizeFile, type FileResource } from '../access/file-access.operations.ts';
import type { Actor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { notFound, unlessRejected } from '../errors.ts';
import { firstPageOf, pageCountOf } from '../uploads/pdf-facts.operations.ts';
import { findReading, findUnfinishedReadings, type ReadingRow, saveReading } from './reading.queries.ts';

/** The maximum number of unfinished PDFs whose access `continueReading` checks. */
const maxCandidates = 10;

function authorize(deps: Deps, actor: Actor, { kind, id }: ReadingResource): Promise<AuthorizedFile> {
  return authorizeFile(deps, actor, { kind, idText: String(id) });
}

/**
 * Opens a PDF in the PDF reader, at the page that the user read last. Checks access as for a download.
 * @throws DomainError as `authorizeFile`
 */
export async function openReading(deps: Deps, actor: Actor, resource: ReadingResource): Promise<Reading> {
  const file = await authorize(deps, actor, resource);
  const place = await findReading(deps.db, actor.userId, resource);
  return {
    title: file.title,
    url: `/api/${resource.kind === 'plan' ? 'coaching-pdfs' : 'products'}/${resource.id}/download`,
    filename: file.filename,
    page: place?.page ?? 1,
    // The version in the URL changes with the file, because browsers cache the image.
    firstPage: `/api/reading/${resource.kind}/${resource.id}/first-page?v=${file.uploadId.slice(0, 8)}`,
  };
}

/**
 * The first page of a PDF as a WebP image. Checks access as for a download.
 * @throws DomainError as `authorizeFile`; not_found if the page cannot be rendered
 */
export async function getFirstPage(deps: Deps, actor: Actor | null, resource: FileResource): Promise<Buffer> {
  const picture = await firstPageOf(deps, await authorizeFile(deps, actor, resource));
  if (!picture) throw notFound('Picture');
  return picture;
}

/**
 * Stores the user's current page. The last report from any device wins.
 * @throws DomainError as `authorizeFile`
 */
export async function saveReadingPage(deps: Deps, actor: Actor, input: ReadingPageInput): Promise<void> {
  await authorize(deps, actor, input.resource);
  await saveReading(deps.db, actor.userId, input.resource, {
    page: input.page,
    page_count: input.pageCount,
    updated_at: deps.now(),
  });
}

/** The PDF that the user read last, has not finished, and may still open; null if there is none. */
export async function continueReading(deps: Deps, actor: Actor): Promise<ContinueReading> {
  for (const row of await findUnfinishedReadings(deps.db, actor.userId, maxCandidates)) {
    const resource = resourceOf(row);
    // Undefined if the user has lost access or the file is gone.
    const file = resource && (await unlessRejected(authorize(deps, actor, resource)));
    if (!file) continue;
    // The file may have been replaced since the user read it.
    const pageCount = (await pageCountOf(deps, file.uploadId)) ?? row.page_count;
    return {
      ...resource,
      title: file.title,
      page: Math.min(row.page, pageCount),
      pageCount,
      updatedAt: row.updated_at,
    };
  }
  return null;
}

function resourceOf({ product_id, pdf_number }: ReadingRow): ReadingResource | undefined {
  if (product_id !== null) return { kind: 'product', id: product_id };
  return pdf_number === null ? undefined : { kind: 'plan', id: pdf_number };
}
