import type { Deps } from '../deps.ts';
import { StartupError } from '../platform/startup-error.ts';
import { findDemoMark, hasUsers, insertDemoMark } from './demo.queries.ts';

/**
 * Marks an academy without users as one that gets demo data. An academy that began without demo data gets none: the
 * example settings would replace the owner's, and the demo accounts would have passwords that everyone knows.
 * @returns whether the academy has demo data or gets it now
 * @throws StartupError if an earlier start was interrupted, because its demo data cannot be completed
 */
export async function beginDemoData({ db }: Pick<Deps, 'db'>): Promise<boolean> {
  if (await findDemoMark(db, 'demo_data_seeded')) return true;
  if (!(await hasUsers(db))) {
    await insertDemoMark(db, 'demo_data_begun');
    return true;
  }
  if (!(await findDemoMark(db, 'demo_data_begun'))) return false;
  throw new StartupError(
    'The demo data is incomplete, because an earlier start was interrupted. Start again with an empty database (the embedded one is in DATA_DIR), or set DEMO_DATA=false.',
  );
}
