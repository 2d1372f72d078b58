import { productQuestionDays, returnedQuestionDays } from '../../../shared/coaching/question-limits.ts';
import { dayMs } from '../../../shared/durations.ts';
import { monthOf } from '../credits.operations.ts';

/** One credit of the model; times in milliseconds. */
type Credit = {
  key: string;
  until: number;
  question?: string;
  purchase?: string;
  /** A credit of a membership: its number in the month, and the subscription that gave it. */
  ofMonth?: { number: number; subscription: string | undefined };
};

/** A second implementation of a student's credits, in memory, to which a test compares the stored credits. */
export class CreditModel {
  now = Date.parse('2026-01-10T12:00:00Z');
  monthly = 0;
  /** The subscription that gives the credits of the month; undefined if a granted membership does. */
  subscription: string | undefined;
  readonly subscriptions: string[] = [];
  /** The number of credits a month that each suspended subscription still covers. */
  readonly suspended = new Map<string, number>();
  timeZone = 'UTC';
  isVerified = false;
  readonly credits = new Map<string, Credit>();
  readonly purchases: { id: string; questions: number; at: number; givesAccess: boolean }[] = [];
  /** Ids of questions that are neither withdrawn nor returned. */
  readonly open: string[] = [];
  /** Ids of open questions that are late. Their credits were given back. */
  readonly late = new Set<string>();

  settle() {
    const ofMonths = [...this.credits.values()].filter((credit) => credit.ofMonth && credit.until > this.now);
    const current = ofMonths.toSorted((one, other) => other.until - one.until)[0];
    const local = monthOf(new Date(this.now), this.timeZone);
    const month = current?.key.split(' ')[1] ?? local.month;
    for (let number = 1; number <= this.monthly; number += 1) {
      this.#add(`plan ${month} ${number}`, current?.until ?? local.endsAt.getTime(), {
        ofMonth: { number, subscription: this.subscription },
      });
      const { ofMonth, question } = this.credits.get(`plan ${month} ${number}`) ?? {};
      if (ofMonth && question === undefined && this.#coveredBy(ofMonth) !== undefined)
        ofMonth.subscription = this.subscription;
    }
    if (this.isVerified) this.#add('welcome', Number.POSITIVE_INFINITY);
    for (const { id, questions, at, givesAccess } of this.purchases) {
      const until = at + productQuestionDays * dayMs;
      if (!givesAccess || until <= this.now) continue;
      for (let n = 1; n <= questions; n += 1) this.#add(`${id} ${n}`, until, { purchase: id });
    }
  }

  #add(key: string, until: number, from: Pick<Credit, 'purchase' | 'ofMonth'> = {}) {
    if (!this.credits.has(key)) this.credits.set(key, { key, until, ...from });
  }

  spendable(): Credit[] {
    return [...this.credits.values()]
      .filter(({ question, until }) => question === undefined && until > this.now)
      .filter(({ purchase }) => purchase === undefined || this.#givesAccess(purchase))
      .filter(
        ({ ofMonth }) =>
          !ofMonth ||
          ofMonth.number <= Math.max(this.monthly, this.#coveredBy(ofMonth) ?? Number.POSITIVE_INFINITY),
      )
      .toSorted((one, other) => one.until - other.until);
  }

  /** @param covered - how many credits a month the subscription still covers */
  suspend(subscription: string, covered: number) {
    this.suspended.set(subscription, covered);
    if (this.subscription === subscription) this.monthly = Math.min(this.monthly, covered);
  }

  /** How many credits a month this subscription still covers if it is suspended; undefined if it is not suspended. */
  #coveredBy({ subscription }: { subscription: string | undefined }): number | undefined {
    return subscription === undefined ? undefined : this.suspended.get(subscription);
  }

  #givesAccess(id: string) {
    return this.purchases.some((purchase) => purchase.id === id && purchase.givesAccess);
  }

  grant(key: string, count: number, until: number) {
    for (let n = 1; n <= count; n += 1) this.#add(`grant ${key} ${n}`, until);
  }

  giveBack(question: string, isWithdrawn: boolean) {
    const spent = [...this.credits.values()].find((credit) => credit.question === question);
    if (isWithdrawn && spent && spent.until > this.now) delete spent.question;
    else this.#add(`returned ${question}`, this.now + returnedQuestionDays * dayMs);
  }
}
