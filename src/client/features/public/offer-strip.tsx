import { landingTexts } from '../../../shared/site-texts/landing-texts.ts';
import { RangeGrid } from '../../ui/range-grid.tsx';
import { useTexts } from '../settings/use-texts.ts';

export function OfferStrip() {
  const texts = useTexts(landingTexts);
  const offers = [
    { gridSeed: 4, title: texts.offerOneTitle, text: texts.offerOneText },
    { gridSeed: 7, title: texts.offerTwoTitle, text: texts.offerTwoText },
    { gridSeed: 13, title: texts.offerThreeTitle, text: texts.offerThreeText },
  ];
  return (
    <section
      aria-labelledby="offer-title"
      data-texts="offers"
      className="relative border-y border-border bg-surface"
    >
      <div className="mx-auto max-w-6xl px-4 py-12 sm:px-6 lg:py-16">
        <h2 id="offer-title" className="sr-only">
          What you get
        </h2>
        <ul className="grid gap-8 md:grid-cols-3 md:gap-12">
          {offers.map((offer) => (
            <li key={offer.gridSeed} className="flex gap-4 md:flex-col">
              <RangeGrid seed={offer.gridSeed} className="w-16 shrink-0 self-start md:w-20" />
              <div>
                <h3 className="text-lg font-semibold">{offer.title}</h3>
                <p className="mt-1 measure whitespace-pre-line text-muted">{offer.text}</p>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
