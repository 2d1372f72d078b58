import { Link } from '@tanstack/react-router';
import { trpc } from '../../../trpc.ts';
import { Badge } from '../../../ui/badge.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';

/** The academy's hands, which open in guess mode. Only admins and coaches see those that are not published. */
export function AcademyHands() {
  const query = trpc.hands.academy.useQuery();
  return (
    <section aria-labelledby="academy-hands">
      <h2 id="academy-hands" className="mb-1 text-xl font-semibold">
        Hands of the academy
      </h2>
      <p className="mb-3 text-muted">
        Each hand teaches one thing. Decide first, then see what the player did.
      </p>
      <QueryView
        query={query}
        skeleton={<SkeletonRows label="Loading the hands..." rows={3} rowClass="h-11" />}
        empty={<p className="text-muted">None yet.</p>}
      >
        {(hands) => (
          <ul className="grid gap-x-6 border-t border-border sm:grid-cols-2">
            {hands.map(({ id, title, isPublic }) => (
              <li key={id} className="border-b border-border">
                <Link
                  to="/hands/$id"
                  params={{ id }}
                  search={{ mode: 'guess' }}
                  className="flex min-h-11 items-center gap-3 py-1 font-medium wrap-anywhere"
                >
                  {title}
                  {!isPublic && <Badge>Not published</Badge>}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </section>
  );
}
