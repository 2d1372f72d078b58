import { canOpenCoachingPlan } from '../../shared/access/tier-gate.ts';
import type { CoachingPdf } from '../../shared/shop/coaching-pdfs.ts';
import { currentPlan } from '../access/current-plan.operations.ts';
import type { Actor } from '../actor.ts';
import type { Deps } from '../deps.ts';
import { createDataLoader } from '../platform/db/data-loader.ts';
import { findCoachingPdfs } from './coaching-pdfs.queries.ts';

/**
 * The rows are the same for all users, so concurrent requests share a query. The rows are not cached, because other
 * modules change the files, too.
 */
const coachingPdfsLoader = createDataLoader(async (db) => new Map([['all', await findCoachingPdfs(db)]]));

/**
 * GET /api/coaching-pdfs: the stored coaching plans as the user may see them. The page adds a placeholder for each
 * coaching plan that is not stored.
 */
export async function listPlans(deps: Deps, actor: Actor): Promise<CoachingPdf[]> {
  const [rows = [], plan] = await Promise.all([
    coachingPdfsLoader(deps.db, 'all'),
    currentPlan(deps, actor.userId),
  ]);
  return rows.map((row) => {
    const accessible = canOpenCoachingPlan(actor, plan, row.required_plan);
    const hasFile = row.file_id !== null;
    return {
      id: row.id,
      pdfNumber: row.pdf_number,
      title: row.title,
      description: row.description,
      difficulty: row.difficulty,
      requiredPlan: row.required_plan,
      isPurchaseRequired: row.required_plan !== 'free',
      filePath: accessible && hasFile ? `/api/coaching-pdfs/${row.pdf_number}/download` : '',
      accessible,
      hasFile,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    };
  });
}
