import { createHash } from 'node:crypto';
import {
  type LogoTheme,
  logoFile,
  type RemoveLogoInput,
  type SaveLogoInput,
  type SiteLogos,
} from '../../../shared/site-logos.ts';
import type { AdminActor, RequestMetadata } from '../../actor.ts';
import { recordAudit } from '../../audit/audit.operations.ts';
import type { Deps } from '../../deps.ts';
import { DomainError, notFound } from '../../errors.ts';
import { cachedContent } from '../../platform/db/content-version.ts';
import { inTransaction, type Trx } from '../../platform/db/database.ts';
import { inspectDocument, isPdf } from '../../platform/storage/document-content.ts';
import { FileRejected } from '../../platform/storage/file-rejected.ts';
import {
  deleteLogo,
  findLogoImage,
  findLogos,
  type LogoRow,
  lockLogos,
  saveLogoRow,
} from './logo.queries.ts';

/** Three times the maximum size in the navigation bar, for high-density screens. */
const maxSize = { width: 480, height: 96 };
const minEdge = 24;

const cachedLogos = cachedContent(['site_logos'], async (db) => presentLogos(await findLogos(db)));

/** The academy's logos. A change on another server is visible immediately. */
export function getLogos({ db }: Pick<Deps, 'db'>): Promise<SiteLogos> {
  return cachedLogos(db);
}

function presentLogos(rows: readonly LogoRow[]): SiteLogos {
  return Object.fromEntries(
    rows.map(({ theme, ...logo }) => [theme, { ...logo, address: `/api/logo/${logo.hash}` }]),
  );
}

/** The image of a logo, a PNG. @throws DomainError not_found */
export async function getLogoImage({ db }: Pick<Deps, 'db'>, hash: string): Promise<Buffer> {
  const image = /^[\da-f]{32}$/.test(hash) ? await findLogoImage(db, hash) : undefined;
  if (!image) throw notFound('Logo');
  return image;
}

/**
 * Inspects an image like other uploads, scales it for the navigation bar, and makes it the logo.
 * @throws DomainError too_large; unreadable_document; conflict if the logo is no longer the one that the admin saw
 */
export async function saveLogo(
  deps: Deps,
  actor: AdminActor,
  { theme, image, shown }: SaveLogoInput,
  metadata: RequestMetadata,
): Promise<SiteLogos> {
  const bytes = Buffer.from(image, 'base64');
  if (bytes.length > logoFile.maxBytes) {
    throw new DomainError('too_large', `This file is too large: ${logoFile.hint}`);
  }
  const logo = await scaled(bytes);
  return change(deps, actor, { theme, shown, metadata, action: 'logo.changed' }, (trx) =>
    saveLogoRow(trx, { theme, ...logo, changed_by: actor.userId, changed_at: deps.now() }),
  );
}

/**
 * Removes a logo. Where it was shown, pages then show the logo of the other theme or, without one, the default emblem.
 * @throws DomainError conflict if the logo is no longer the one that the admin saw
 */
export async function removeLogo(
  deps: Deps,
  actor: AdminActor,
  { theme, shown }: RemoveLogoInput,
  metadata: RequestMetadata,
): Promise<SiteLogos> {
  return change(deps, actor, { theme, shown, metadata, action: 'logo.removed' }, (trx) =>
    deleteLogo(trx, theme),
  );
}

type Change = {
  theme: LogoTheme;
  /** The hash of the logo that the admin saw; null if there was none. */
  shown: string | null;
  metadata: RequestMetadata;
  action: string;
};

function change(
  deps: Deps,
  actor: AdminActor,
  { theme, shown, metadata, action }: Change,
  write: (trx: Trx) => Promise<void>,
): Promise<SiteLogos> {
  return inTransaction(deps.db, async (trx) => {
    await lockLogos(trx);
    const before = (await findLogos(trx)).find((row) => row.theme === theme);
    if ((before?.hash ?? null) !== shown) {
      throw new DomainError(
        'conflict',
        'The logo was changed in another tab or by another admin. Look at it first.',
      );
    }
    await write(trx);
    await recordAudit(trx, {
      actorId: actor.userId,
      action,
      subjectType: 'logo',
      subjectId: theme,
      metadata,
    });
    return presentLogos(await findLogos(trx));
  });
}

/** @throws DomainError unreadable_document */
async function scaled(bytes: Buffer) {
  const picture = await inspected(bytes);
  const { default: sharp } = await import('sharp');
  const { data, info } = await sharp(picture)
    .resize({ ...maxSize, fit: 'inside', withoutEnlargement: true })
    .png({ compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true });
  if (Math.min(info.width, info.height) < minEdge) {
    throw unreadable(
      `This picture is too small or too narrow: scaled to fit ${maxSize.width} × ${maxSize.height} pixels, it must be at least ${minEdge} pixels wide and high.`,
    );
  }
  const hash = createHash('sha256').update(data).digest('hex').slice(0, 32);
  return { image: data, hash, width: info.width, height: info.height };
}

async function inspected(bytes: Buffer): Promise<Buffer> {
  const notPicture = 'This is not a picture that can be a logo. Choose a PNG or JPG.';
  if (isPdf(bytes)) throw unreadable(notPicture);
  try {
    return (await inspectDocument(bytes)).bytes;
  } catch (error) {
    if (!(error instanceof FileRejected)) throw error;
    // The message of the reason `unreadable` is about photos and PDFs of documents, not about logos.
    if (error.reason === 'unreadable') throw unreadable(new FileRejected('picture_unreadable').message);
    throw unreadable(error.reason === 'unsupported_type' ? notPicture : error.message);
  }
}

function unreadable(message: string): DomainError {
  return new DomainError('unreadable_document', message, { fields: { image: message } });
}
