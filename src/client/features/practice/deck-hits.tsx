import { Link } from '@tanstack/react-router';
import { countText } from '../../lib/count-text.ts';
import { trpc } from '../../trpc.ts';
import { Card } from '../../ui/card.tsx';
import { Section } from '../../ui/page.tsx';

/** The decks that match the search and that the user may open. Hidden while there are none. */
export function DeckHits({ q }: { q: string }) {
  const { data } = trpc.drills.findDecks.useQuery({ q });
  if (!data || data.length === 0) return null;
  return (
    <Section title="Decks of drills">
      <ul className="grid gap-3">
        {data.map(({ id, title, drills }) => (
          <Card as="li" key={id} interactive className="p-4!">
            <Link
              to="/practice/$deck"
              params={{ deck: id }}
              className="rounded-control font-semibold wrap-anywhere after:absolute after:inset-0 after:rounded-card"
            >
              {title}
            </Link>
            <p className="text-sm text-muted tabular">{countText(drills, 'drill')}</p>
          </Card>
        ))}
      </ul>
    </Section>
  );
}
