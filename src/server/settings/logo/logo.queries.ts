import type { Insertable } from 'kysely';
import type { LogoTheme } from '../../../shared/site-logos.ts';
import type { Db, Trx } from '../../platform/db/database.ts';
import { lockKey } from '../../platform/db/lock-key.ts';
import type { SiteLogosTable } from '../../platform/db/tables/system-tables.ts';

export type LogoRow = Awaited<ReturnType<typeof findLogos>>[number];

/** All logos, without their images. */
export async function findLogos(db: Db | Trx) {
  return db.selectFrom('site_logos').select(['theme', 'hash', 'width', 'height']).execute();
}

export async function findLogoImage(db: Db, hash: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('site_logos')
    .select('image')
    .where('hash', '=', hash)
    .limit(1)
    .executeTakeFirst();
  return row?.image;
}

/** Serializes changes of the logos until the transaction ends. */
export async function lockLogos(trx: Trx): Promise<void> {
  await lockKey(trx, 'logos');
}

export async function saveLogoRow(trx: Trx, logo: Insertable<SiteLogosTable>): Promise<void> {
  const { theme: _theme, ...columns } = logo;
  await trx
    .insertInto('site_logos')
    .values(logo)
    .onConflict((conflict) => conflict.column('theme').doUpdateSet(columns))
    .execute();
}

export async function deleteLogo(trx: Trx, theme: LogoTheme): Promise<void> {
  await trx.deleteFrom('site_logos').where('theme', '=', theme).execute();
}
