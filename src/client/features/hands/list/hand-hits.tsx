import { Link } from '@tanstack/react-router';
import { trpc } from '../../../trpc.ts';
import { Card } from '../../../ui/card.tsx';
import { Section } from '../../../ui/page.tsx';
import { HandLineText } from '../hand-line-view.tsx';

const shown = 10;

/** The user's own hands among the results of a search. Hidden while there are none. */
export function HandHits({ q }: { q: string }) {
  const { data } = trpc.hands.list.useQuery({ q });
  if (!data || data.items.length === 0) return null;
  const isMore = data.items.length > shown || data.nextCursor !== null;
  return (
    <Section title="Your hands">
      <ul className="grid gap-3">
        {data.items.slice(0, shown).map(({ id, title, line }) => (
          <Card as="li" key={id} interactive className="p-4!">
            <Link
              to="/hands/$id"
              params={{ id }}
              className="rounded-control font-semibold wrap-anywhere after:absolute after:inset-0 after:rounded-card"
            >
              {title ?? 'A hand'}
            </Link>
            <HandLineText line={line} className="line-clamp-2 text-muted" />
          </Card>
        ))}
      </ul>
      {isMore && (
        <p className="mt-3">
          <Link to="/hands" search={{ q }} className="font-medium text-primary-text underline">
            All matching hands
          </Link>
        </p>
      )}
    </Section>
  );
}
