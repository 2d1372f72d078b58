import { Journal } from './journal.ts';
import type { Tables } from './records.ts';

type TableName = keyof Tables;
type Write = { [T in TableName]: [table: T, id: string, value: Tables[T]] }[TableName];
type TableMaps = { [T in TableName]: Map<string, Tables[T]> };

/** Above this size the journal is compacted at startup to the last value of each record. */
const compactAboveBytes = 8 * 1024 * 1024;

const emptyTables = (): TableMaps => ({
  sessions: new Map(),
  paymentIntents: new Map(),
  charges: new Map(),
  customers: new Map(),
  products: new Map(),
  prices: new Map(),
  events: new Map(),
  deliveries: new Map(),
  idempotencyKeys: new Map(),
  paymentMethods: new Map(),
  subscriptions: new Map(),
  invoices: new Map(),
  invoicePayments: new Map(),
  refunds: new Map(),
  disputes: new Map(),
  files: new Map(),
  earlyFraudWarnings: new Map(),
  schedules: new Map(),
  portalSessions: new Map(),
  coupons: new Map(),
  promotionCodes: new Map(),
  balanceTransactions: new Map(),
  clocks: new Map(),
});

function isWrite(value: unknown): value is Write {
  return Array.isArray(value) && value.length === 3 && Object.hasOwn(emptyTables(), String(value[0]));
}

/**
 * The sandbox's memory: one map per table. Records are written in transactions, each of which becomes one line of the
 * journal. Records are never changed in place. Work inside a transaction is synchronous, so transactions never
 * interleave.
 */
export class Store {
  readonly #tables = emptyTables();
  readonly #journal: Journal | undefined;
  readonly #afterCommit: Array<() => void> = [];
  #writes: Write[] | undefined;
  #undo: Array<() => void> = [];

  constructor(journalPath: string | undefined) {
    if (journalPath === undefined) return;
    this.#journal = Journal.open(journalPath, (line) => this.#replay(line));
    if (this.#journal.bytes > compactAboveBytes) this.#journal.rewrite(this.#snapshot());
  }

  get<T extends TableName>(table: T, id: string): Tables[T] | undefined {
    return this.#tables[table].get(id);
  }

  /** Oldest first: updating a record does not change its position. */
  values<T extends TableName>(table: T): Tables[T][] {
    return [...this.#tables[table].values()];
  }

  /** @throws Error outside a transaction. */
  put<T extends TableName>(...write: [table: T, id: string, value: Tables[T]] & Write): void {
    if (!this.#writes) throw new Error('The sandbox writes inside a transaction only');
    const [table, id, value] = write;
    const map: Map<string, Tables[T]> = this.#tables[table];
    const previous = map.get(id);
    this.#undo.push(() => {
      if (previous === undefined) map.delete(id);
      else map.set(id, previous);
    });
    map.set(id, value);
    this.#writes.push(write);
  }

  /** Calls `work` after the current transaction is written; never if the transaction fails. */
  afterCommit(work: () => void): void {
    this.#afterCommit.push(work);
  }

  /**
   * Runs `work` and keeps either all of its writes or none, in memory and in the journal. A nested transaction joins
   * the outer one.
   */
  transaction<Result>(work: () => Result): Result {
    if (this.#writes) return work();
    this.#writes = [];
    let followUps: Array<() => void> = [];
    try {
      const result = work();
      if (this.#writes.length > 0) this.#journal?.append(this.#writes);
      followUps = [...this.#afterCommit];
      return result;
    } catch (error) {
      for (const step of this.#undo.reverse()) step();
      throw error;
    } finally {
      this.#writes = undefined;
      this.#undo = [];
      this.#afterCommit.length = 0;
      for (const followUp of followUps) followUp();
    }
  }

  /** Removes idempotency keys that were saved before `time` (ms) from memory. The journal still contains them. */
  forgetIdempotencyKeysBefore(time: number): void {
    for (const [key, record] of this.#tables.idempotencyKeys) {
      if (record.createdAt >= time) return;
      this.#tables.idempotencyKeys.delete(key);
    }
  }

  close(): void {
    this.#journal?.close();
  }

  #replay(line: unknown): void {
    if (!Array.isArray(line)) throw new Error('A line of the journal is not a transaction');
    // Ignores records of tables that only an earlier version had.
    for (const write of line) if (isWrite(write)) this.#set(...write);
  }

  #set<T extends TableName>(...[table, id, value]: [table: T, id: string, value: Tables[T]] & Write): void {
    const map: Map<string, Tables[T]> = this.#tables[table];
    map.set(id, value);
  }

  *#snapshot(): Generator<unknown[]> {
    for (const [table, map] of Object.entries(this.#tables)) {
      for (const [id, value] of map) yield [[table, id, value]];
    }
  }
}
