import { RangeGrid } from '../../ui/range-grid.tsx';

const offers = [
  {
    picture: 4,
    title: 'Plans you can finish',
    text: 'Numbered coaching plans as PDF: a spot, the hands that decide it, drills, and one page to keep.',
  },
  {
    picture: 7,
    title: 'Sessions with a coach',
    text: 'Recorded lessons with worked hands, from the first orbit to the final table, at four levels.',
  },
  {
    picture: 13,
    title: 'A library that stays yours',
    text: 'Single items are paid once, with no recurring fee. What you own waits in your library.',
  },
];

/** What the academy offers, in three columns. */
export function OfferStrip() {
  return (
    <section aria-labelledby="offer-title" className="border-y border-border bg-surface">
      <div className="mx-auto max-w-6xl px-4 py-12 sm:px-6 lg:py-16">
        <h2 id="offer-title" className="sr-only">
          What you get
        </h2>
        <ul className="grid gap-8 md:grid-cols-3 md:gap-12">
          {offers.map((offer) => (
            <li key={offer.title} className="flex gap-4 md:flex-col">
              <RangeGrid number={offer.picture} className="w-16 shrink-0 self-start md:w-20" />
              <div>
                <h3 className="text-lg font-semibold">{offer.title}</h3>
                <p className="mt-1 measure text-muted">{offer.text}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
