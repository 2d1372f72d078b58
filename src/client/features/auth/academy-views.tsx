import { formatDateTime } from '../../lib/format.ts';
import { trpc } from '../../trpc.ts';

/** Times when an admin looked at the academy as this person sees it; most people have none. */
export function AcademyViews() {
  const views = trpc.impersonation.mine.useQuery();
  if (!views.data || views.data.length === 0) return null;
  return (
    <section aria-labelledby="academy-views-title" className="mt-4 border-t border-border pt-4">
      <h3 id="academy-views-title" className="font-semibold">
        Looked at by the academy
      </h3>
      <p className="mt-1 text-sm text-muted">
        To help you, an admin saw your pages for a few minutes. They could change nothing, and saw neither
        your identity documents nor your payments.
      </p>
      <ul className="mt-1 divide-y divide-border text-sm">
        {views.data.map(({ id, startedAt }) => (
          <li key={id} className="py-2 font-semibold tabular">
            {formatDateTime(startedAt)}
          </li>
        ))}
      </ul>
    </section>
  );
}
