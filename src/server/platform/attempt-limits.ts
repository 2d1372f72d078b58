import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '../errors.ts';
import { queryTimeoutMs } from './db/database.ts';
import { asDatabaseError } from './db/errors.ts';
import { parseAddress } from './network-address.ts';

const minute = 60;
const hour = 60 * minute;

type Limit = {
  points: number;
  /** The length of the window in which the points can be used. */
  seconds: number;
  /** The counters survive a crash of Postgres, at the cost of a disk flush for each attempt. */
  durable?: true;
};

/** The counters are stored in the database, so all servers share them. */
const limits = {
  /** Attempts of one IP address on one account, so that other addresses cannot lock the owner out. */
  loginPerAccountAndAddress: { points: 10, seconds: 15 * minute },
  loginPerAddress: { points: 50, seconds: 15 * minute },
  loginPerAccount: { points: 200, seconds: hour },
  /** A browser that logged in before is counted separately, so that others cannot use up its attempts. */
  loginPerKnownDevice: { points: 10, seconds: 15 * minute },
  /** Counted only after a correct password. */
  secondStepPerAccountAndAddress: { points: 10, seconds: 15 * minute, durable: true },
  secondStepPerAccount: { points: 60, seconds: hour, durable: true },
  secondStepPerKnownDevice: { points: 10, seconds: 15 * minute, durable: true },
  /** Codes entered within a session: to set up or turn off two-factor authentication, or to re-authenticate. */
  codePerAccount: { points: 10, seconds: 15 * minute, durable: true },
  passwordResetPerAddress: { points: 20, seconds: hour, durable: true },
  passwordResetPerAccount: { points: 5, seconds: hour, durable: true },
  /** Uses of emailed links: to verify an email, reset a password or cancel a deletion. */
  accountLinkPerAddress: { points: 60, seconds: hour },
  changePasswordPerAccount: { points: 5, seconds: hour },
  confirmPasswordPerAccount: { points: 10, seconds: hour },
  registerPerAddress: { points: 20, seconds: hour },
  uploadPerAddress: { points: 60, seconds: hour },
  uploadPerAccount: { points: 120, seconds: hour },
  contactPerAddress: { points: 5, seconds: hour },
  testEmailPerAdmin: { points: 5, seconds: hour },
  /** Test emails of a text that an admin is editing. */
  textTestPerAdmin: { points: 20, seconds: hour },
  /**
   * Each call reaches Stripe, whose rate limit applies to the whole academy; the page after a payment repeats its calls
   * for half a minute.
   */
  paymentCallPerAccount: { points: 300, seconds: hour },
  /** Promotion codes at checkout, to prevent guessing. */
  promotionCodePerAccount: { points: 20, seconds: hour },
  /** A student's requests for documents are audited, including rejected ones, and must not flood the audit log. */
  documentPerStudent: { points: 60, seconds: hour },
  /** Identity documents that an old session may open before it must re-authenticate. */
  documentPerAgedSession: { points: 20, seconds: hour },
  /** Hands that an account saves: parsing a hand takes processor time. */
  savedHandsPerAccount: { points: 20_000, seconds: hour },
  unreadableHandPerAccount: { points: 20, seconds: hour },
  /** Users whose document numbers one admin reads in full. */
  documentNumbersPerAdmin: { points: 200, seconds: hour },
  /**
   * Users whom one admin emails with the bulk action of the user list, so that a stolen session cannot email everyone.
   */
  noticeRecipientsPerAdmin: { points: 1_000, seconds: 24 * hour, durable: true },
} as const satisfies Record<string, Limit>;
export type LimitName = keyof typeof limits;

function tableOf(name: LimitName): 'lasting_rate_limits' | 'rate_limits' {
  const limit: Limit = limits[name];
  return limit.durable === true ? 'lasting_rate_limits' : 'rate_limits';
}

export type AttemptLimits = {
  /**
   * Counts one attempt, or `points` attempts: if the limit does not allow all of them, none is counted.
   * @throws DomainError too_many_attempts with the seconds to wait
   */
  count(name: LimitName, key: string, points?: number): Promise<void>;
  /** Resets the counter after a success. */
  forget(name: LimitName, key: string): Promise<void>;
  /** Resets all counters whose key begins with `start`. Reads the whole table of counters. */
  forgetAll(name: LimitName, start: string): Promise<void>;
};

/**
 * @param factor - multiplies the points of each limit
 * @param onHit - called on each rejection
 */
export function createAttemptLimits(
  pool: pg.Pool,
  factor: number,
  onHit: (name: LimitName) => void,
): AttemptLimits {
  const storeClient = {
    async query({ text, values }: pg.QueryConfig) {
      // Drops the statement's name: a statement prepared under a name belongs to one connection, and PgBouncer may run
      // the next call on another connection. `query_timeout` makes the pool discard a connection that does
      // not respond.
      const bounded = { text, values, query_timeout: queryTimeoutMs };
      try {
        return await pool.query(bounded);
      } catch (error) {
        throw asDatabaseError(error);
      }
    },
  };
  const limiterOf = (name: LimitName) =>
    new RateLimiterPostgres({
      storeClient,
      storeType: 'pool',
      tableName: tableOf(name),
      tableCreated: true,
      keyPrefix: name,
      points: Math.max(1, Math.round(limits[name].points * factor)),
      duration: limits[name].seconds,
      clearExpiredByTimeout: false,
    });
  const limiters = new Map((Object.keys(limits) as LimitName[]).map((name) => [name, limiterOf(name)]));

  function get(name: LimitName): RateLimiterPostgres {
    const limiter = limiters.get(name);
    if (!limiter) throw new Error(`Unknown limit ${name}`);
    return limiter;
  }

  async function giveBack(name: LimitName, key: string, points: number): Promise<void> {
    await storeClient.query({
      text: `update ${tableOf(name)} set points = points - $2 where key = $1 and expire > $3`,
      values: [get(name).getKey(key), points, Date.now()],
    });
  }

  return {
    async count(name, key, points = 1) {
      try {
        await get(name).consume(key, points);
      } catch (rejection) {
        if (!(rejection instanceof RateLimiterRes)) throw rejection;
        onHit(name);
        if (points > 1) await giveBack(name, key, points);
        const seconds = Math.max(1, Math.ceil(rejection.msBeforeNext / 1000));
        // The attempts may be those of others, such as of the same household.
        const origin = name.endsWith('PerAddress') ? ' from your network' : '';
        throw new DomainError(
          'too_many_attempts',
          `Too many attempts${origin}. Please try again in ${waitingTime(seconds)}.`,
          { retryAfterSeconds: seconds },
        );
      }
    },
    async forget(name, key) {
      await get(name).delete(key);
    },
    async forgetAll(name, start) {
      await storeClient.query({
        text: `delete from ${tableOf(name)} where starts_with(key, $1)`,
        values: [get(name).getKey(start)],
      });
    },
  };
}

/** Rounded up to whole seconds, minutes or, from two hours on, hours. */
function waitingTime(seconds: number): string {
  if (seconds < 60) return counted(seconds, 'second');
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? counted(minutes, 'minute') : counted(Math.ceil(minutes / 60), 'hour');
}

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** The key that an address is counted under: an IPv4 address, or the /64 of an IPv6 address. */
export function limitAddress(ip: string): string {
  const address = parseAddress(ip);
  if (!address) return ip;
  return address.version === 4 ? address.groups.join('.') : `${address.groups.slice(0, 4).join(':')}::/64`;
}
