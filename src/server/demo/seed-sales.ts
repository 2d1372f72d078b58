import { difficulties } from '../../shared/enums.ts';
import { productLevels, productSubjects } from './seed-names.ts';
import { joinedAt, type SeedSize } from './seed-people.ts';
import { fractionOf, idSql, pick, share } from './seed-sql.ts';

/** The share of users among whom the purchases are distributed. */
const buyerShare = 0.6;
const minProducts = 60;

/**
 * SQL statements that add products until the shop has `minProducts`, and create purchases with their payments and
 * refunds.
 */
export function seedSales(size: SeedSize): string[] {
  const fraction = fractionOf(size.seed);
  const until = `timestamptz '${size.until}'`;
  const buyers = Math.max(1, Math.floor(size.users * buyerShare));
  const userNumber = `(1 + (buyer * ${size.users}::bigint) / ${buyers})`;
  const names = productSubjects.flatMap((subject) => productLevels.map((level) => `${subject} ${level}`));
  return [
    `insert into products (type, product_number, title, description, difficulty, price_cents, is_free, created_at)
      select case when n % 2 = 0 then 'pdf' else 'session' end,
        (select coalesce(max(product_number), 0) from products) + (n + 1) / 2,
        ${pick(names, `((n - 1) % ${names.length}) / ${names.length}.0`)},
        'What to do, why, and how to practice it until it comes naturally at the table.',
        ${pick(difficulties, fraction(41))},
        case when n % 20 = 0 then 0 else 499 + 500 * (n % 12) end, n % 20 = 0, ${until} - interval '800 days'
      from generate_series(1, greatest(0, ${minProducts} - (select count(*)::int from products))) n`,
    `with catalogue as (
        select *, row_number() over (order by id) - 1 as index, count(*) over () as product_count
        from products where deleted_at is null and not is_free
      ),
      sales as (
        select n, (n - 1) % ${buyers} as buyer, (n - 1) / ${buyers} as turn,
          ${share(
            // Cumulative shares: 93% of the purchases are completed, 3% refunded, 3.5% failed and 0.5% pending.
            [
              ['completed', 0.93],
              ['refunded', 0.96],
              ['failed', 0.995],
              ['pending', 1],
            ],
            fraction(42),
          )} as status,
          ${fraction(43)} as moment, ${fraction(44)} as held from generate_series(1, ${size.purchases}) n
      )
      insert into purchases (id, user_id, product_id, product_type, product_name, amount_cents, status, held_reason,
        refunded_cents, payment_intent_id, checkout_session_id, purchased_at, created_at, updated_at)
      select ${idSql(size.seed, 'purchase', 'sales.n')}, ${idSql(size.seed, 'user', userNumber)}, catalogue.id, catalogue.type,
        catalogue.title, catalogue.price_cents, status,
        case when status = 'failed' and held < 0.05 then 'duplicate_payment_refund_due' end,
        case when status = 'refunded' then catalogue.price_cents else 0 end,
        case when status <> 'pending' then 'pi_seed' || ${size.seed} || md5('pi' || sales.n) end,
        case when status <> 'pending' then 'cs_seed' || ${size.seed} || md5('cs' || sales.n) end,
        case when status in ('completed', 'refunded') then at end, at, at
      from sales
        cross join lateral (select case when status = 'pending' then ${until}
          else ${joinedAt(size, userNumber)} + (${until} - ${joinedAt(size, userNumber)}) * moment end as at) moments
        join catalogue on catalogue.index = (turn * 7 + (hashint8(buyer) & 1023)) % catalogue.product_count
      order by at`,
    `insert into billing_payments (user_id, purchase_id, payment_intent_id, amount_cents, refunded_cents, status,
        description, read_sequence, paid_at, created_at, updated_at)
      select user_id, id, payment_intent_id, amount_cents, refunded_cents,
        case status when 'completed' then 'paid' else 'refunded' end, product_name, 1, purchased_at, created_at, updated_at
      from purchases where payment_intent_id like 'pi_seed${size.seed}%' and status in ('completed', 'refunded')
        and amount_cents > 0`,
    `insert into billing_refunds (payment_id, stripe_refund_id, amount_cents, status, created_at, updated_at)
      select id, 're_seed' || ${size.seed} || md5('re' || payment_intent_id), refunded_cents, 'succeeded', created_at, updated_at
      from billing_payments where payment_intent_id like 'pi_seed${size.seed}%' and refunded_cents > 0`,
  ];
}
