import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { SearchHit } from '../../../../shared/learning/learning.ts';
import { planName } from '../../../lib/labels.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { Section } from '../../../ui/page.tsx';
import { placeSuffix } from '../notes/note-place.ts';
import { PlaceLink } from '../notes/place-link.tsx';

const groups = [
  { kind: 'session', title: 'Sessions' },
  { kind: 'pdf', title: 'PDFs' },
  { kind: 'plan', title: 'Coaching plans' },
  { kind: 'note', title: 'Your notes' },
] as const;

/**
 * Search results by kind. A result that the user cannot open is marked as locked, or, for a coaching plan, with the
 * membership that it requires.
 */
export function SearchResults({ hits }: { hits: readonly SearchHit[] }) {
  return groups.map(({ kind, title }) => {
    const ofKind = hits.filter((hit) => hit.kind === kind);
    if (ofKind.length === 0) return null;
    return (
      <Section key={kind} title={title} note={String(ofKind.length)}>
        <ul className="grid gap-3">
          {ofKind.map((hit) => (
            <Hit key={keyOfHit(hit)} hit={hit} />
          ))}
        </ul>
      </Section>
    );
  });
}

function keyOfHit(hit: SearchHit): string {
  switch (hit.kind) {
    case 'session':
      return `session ${hit.sessionId}`;
    case 'pdf':
      return `pdf ${hit.productId}`;
    case 'plan':
      return `plan ${hit.pdfNumber}`;
    case 'note':
      return hit.noteId ?? `note of ${hit.place.id}`;
  }
}

const linkClass =
  'rounded-control font-semibold wrap-anywhere after:absolute after:inset-0 after:rounded-card';

function Hit({ hit }: { hit: SearchHit }) {
  switch (hit.kind) {
    case 'session':
      return (
        <HitCard about={`Session ${hit.sessionNumber}`} lock={lockText(hit)} text={hit.description}>
          <Link to="/coaching/$id" params={{ id: String(hit.sessionId) }} className={linkClass}>
            {hit.title}
          </Link>
        </HitCard>
      );
    case 'pdf':
      return (
        <HitCard about={`PDF ${hit.pdfNumber}`} lock={lockText(hit)} text={hit.description}>
          <Link to="/products/$id" params={{ id: String(hit.productId) }} className={linkClass}>
            {hit.title}
          </Link>
        </HitCard>
      );
    case 'plan':
      return (
        <HitCard about={`Coaching plan ${hit.pdfNumber}`} lock={lockText(hit)} text={hit.description}>
          <Link to={hit.accessible ? '/coaching-pdfs' : '/subscription-plans'} className={linkClass}>
            {hit.title}
          </Link>
        </HitCard>
      );
    case 'note':
      return (
        <HitCard about={`Note${placeSuffix(hit.place)}`} lock={lockText(hit)} text={hit.text}>
          <PlaceLink place={hit.place} className={linkClass}>
            {hit.title}
          </PlaceLink>
        </HitCard>
      );
  }
}

function lockText(hit: SearchHit): string | undefined {
  if (hit.accessible) return undefined;
  return hit.kind === 'plan' ? `Requires ${planName(hit.requiredPlan)}` : 'Locked';
}

type HitCardProps = { about: string; lock: string | undefined; text: string; children: ReactNode };

function HitCard({ about, lock, text, children }: HitCardProps) {
  return (
    <Card as="li" interactive>
      <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted tabular">
        {about}
        {lock && <Badge>{lock}</Badge>}
      </p>
      <p className="text-lg">{children}</p>
      <p className="line-clamp-3 measure wrap-anywhere whitespace-pre-line text-muted">{text}</p>
    </Card>
  );
}
