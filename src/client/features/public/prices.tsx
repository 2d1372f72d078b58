import { Link } from '@tanstack/react-router';
import { landingTexts } from '../../../shared/site-texts/landing-texts.ts';
import { formatCents } from '../../lib/format.ts';
import { planName } from '../../lib/labels.ts';
import { trpc } from '../../trpc.ts';
import { SectionLink } from '../navigation/section-link.tsx';
import { useTexts } from '../settings/use-texts.ts';

/** Single products and memberships, with current prices, which the server embeds in the page. */
export function Prices() {
  const { data: cheapest = [] } = trpc.shop.cheapest.useQuery();
  const [first] = cheapest;
  const texts = useTexts(landingTexts);
  const { data: plans = [] } = trpc.payments.plans.useQuery();
  return (
    <section aria-labelledby="prices-title" data-texts="prices" className="relative border-t border-border">
      <div className="mx-auto max-w-6xl px-4 py-16 sm:px-6 lg:py-24">
        <h2 id="prices-title" className="text-2xl font-bold sm:text-3xl">
          {texts.pricesTitle}
        </h2>
        <div className="mt-8 grid gap-x-16 gap-y-12 md:grid-cols-2">
          <div>
            <h3 className="text-lg font-semibold">One at a time</h3>
            <p className="mt-1 measure text-muted">
              {first ? `From ${formatCents(first.price)} each` : 'Each with its own price'}, paid once and
              yours.
            </p>
            {cheapest.length > 0 && (
              <ul className="mt-3 divide-y divide-border border-y border-border">
                {cheapest.map(({ id, title, price }) => (
                  <li key={id} className="flex items-baseline justify-between gap-4 py-2.5">
                    <Link
                      to="/products/$id"
                      params={{ id: String(id) }}
                      className="font-semibold wrap-anywhere underline-offset-2 hover:underline"
                    >
                      {title}
                    </Link>
                    <span className="whitespace-nowrap tabular">{formatCents(price)}</span>
                  </li>
                ))}
              </ul>
            )}
            <p className="mt-4">
              <Link to="/products" className="text-link">
                See every price in the shop
              </Link>
            </p>
            <p className="mt-2">
              <SectionLink section="terms-of-sale" className="text-link">
                How refunds work
              </SectionLink>
            </p>
          </div>
          <div>
            <h3 className="text-lg font-semibold">All coaching plans, by the month</h3>
            <ul className="mt-3 divide-y divide-border border-y border-border">
              {plans.map((offer) => (
                <li key={offer.plan} className="flex items-baseline justify-between gap-4 py-2.5">
                  <span>
                    <span className="font-semibold">{planName(offer.plan)}</span>{' '}
                    <span className="text-muted">opens {openedPlansText(offer.opens)}</span>
                  </span>
                  <span className="whitespace-nowrap tabular">
                    {offer.priceCents === 0 ? 'Free' : `${formatCents(offer.priceCents)} a month`}
                  </span>
                </li>
              ))}
            </ul>
            <p className="mt-4">
              <Link to="/subscription-plans" className="text-link">
                Compare memberships
              </Link>
            </p>
          </div>
        </div>
      </div>
    </section>
  );
}

/** Such as "coaching plans 1 to 4". The numbers may have gaps, because an admin decides which plans a tier opens. */
function openedPlansText(opens: readonly number[]): string {
  const [first] = opens;
  const last = opens.at(-1);
  if (first === undefined || last === undefined) return 'the free products';
  if (first === last) return `coaching plan ${first}`;
  const isConsecutive = last - first === opens.length - 1;
  return `coaching plans ${isConsecutive ? `${first}\u00a0to\u00a0${last}` : opens.join(', ')}`;
}
