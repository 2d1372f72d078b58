import { randomInt } from 'node:crypto';
import { createConnection, type Socket } from 'node:net';
import { createHistogram } from 'node:perf_hooks';
import { type LoadOrder, type LoadReport, visitorMark } from './load.ts';

/**
 * The program of a separate process that sends the same request repeatedly over persistent connections. It parses only
 * the head of each response and discards the body, so that it uses little CPU time.
 */

const largestRead = 256 * 1024;
const lastChunk = '\r\n0\r\n\r\n';
const connectDeadlineMs = 10_000;
/**
 * A part of the visitor's IP address in the last request. The number increases with each request, so that each request
 * counts as that of another visitor. The first number is random, so that each run has different visitors.
 */
let visitor = randomInt(2 ** 32 - 1);

/** One connection: sends a request, waits for the complete response, sends the next. */
class LoadConnection {
  readonly #order: LoadOrder;
  readonly #request: Buffer;
  /** The index of `visitorMark` in the request; -1 if it contains none. */
  readonly #visitorAt: number;
  readonly #onResponse: (status: number, milliseconds: number) => void;
  readonly #onFailure: (error: Error) => void;
  #socket: Socket | undefined;
  /** Interval between requests at a fixed rate; 0 sends the next request as soon as the response arrives. */
  readonly #everyMs: number;
  #due = 0;
  #sentAt: number | undefined;
  /** The beginning of a response whose headers are incomplete. */
  #head = '';
  /** Remaining bytes of the body; undefined while the headers are awaited. */
  #missing: number | undefined;
  /** The last bytes of a chunked body, whose length is not announced. */
  #tail: string | undefined;
  #status = 0;
  #isLast = false;
  #stopped = false;

  constructor(
    order: LoadOrder,
    everyMs: number,
    callbacks: {
      onResponse: (status: number, milliseconds: number) => void;
      onFailure: (error: Error) => void;
    },
  ) {
    this.#order = order;
    this.#request = Buffer.from(order.request);
    this.#visitorAt = this.#request.indexOf(visitorMark);
    this.#everyMs = everyMs;
    this.#onResponse = callbacks.onResponse;
    this.#onFailure = callbacks.onFailure;
  }

  open(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const socket = createConnection({
      host: this.#order.host,
      port: this.#order.port,
      noDelay: true,
      // One buffer for all reads: the bytes are counted and discarded.
      onread: {
        buffer: Buffer.allocUnsafe(largestRead),
        callback: (length, buffer) => {
          this.#read(Buffer.from(buffer.buffer, buffer.byteOffset, length));
          return true;
        },
      },
    });
    const deadline = setTimeout(() => socket.destroy(new Error('no connection')), connectDeadlineMs);
    socket.once('connect', () => {
      clearTimeout(deadline);
      resolve();
    });
    socket.once('error', (error) => {
      reject(error);
      if (!this.#stopped) this.#onFailure(error);
    });
    socket.once('close', () => {
      if (!this.#stopped && this.#socket === socket && this.#sentAt !== undefined) {
        this.#onFailure(new Error('the connection closed in the middle of a response'));
      }
    });
    this.#socket = socket;
    return promise;
  }

  /** @param due - time of the first request, on the clock of `performance.now()` */
  begin(due: number): void {
    this.#due = due;
    this.#wait();
  }

  stop(): void {
    this.#stopped = true;
    this.#socket?.destroy();
  }

  #wait(): void {
    if (this.#stopped) return;
    const late = performance.now() - this.#due;
    if (this.#everyMs === 0 || late >= 0) this.#send(this.#everyMs === 0 ? 0 : late);
    else setTimeout(() => this.#stopped || this.#send(0), -late);
  }

  /** @param waited - milliseconds since this request was due */
  #send(waited: number): void {
    this.#sentAt = performance.now() - waited;
    this.#due += this.#everyMs;
    if (this.#visitorAt !== -1) {
      visitor = (visitor + 1) % 0xffff_ffff;
      const number = visitor.toString(16).padStart(8, '0');
      this.#request.write(`${number.slice(0, 4)}:${number.slice(4)}`, this.#visitorAt, 'latin1');
    }
    this.#socket?.write(this.#request);
  }

  #read(bytes: Buffer): void {
    let at = 0;
    while (at < bytes.length) {
      if (this.#missing === undefined) {
        const end = bytes.indexOf('\r\n\r\n', at);
        const isCut = this.#head !== '' || end === -1;
        if (isCut) {
          // Rare: the headers arrived in several reads.
          this.#head += bytes.toString('latin1', at);
          const whole = this.#head.indexOf('\r\n\r\n');
          if (whole === -1) return;
          const rest = this.#head.length - (whole + 4);
          this.#readHead(this.#head.slice(0, whole + 2));
          at = bytes.length - rest;
        } else {
          this.#readHead(bytes.toString('latin1', at, end + 2));
          at = end + 4;
        }
        this.#head = '';
      }
      if (this.#tail !== undefined) {
        // Without pipelining, the last chunk is at the end of the read.
        this.#tail = (
          this.#tail + bytes.toString('latin1', Math.max(at, bytes.length - lastChunk.length))
        ).slice(-lastChunk.length);
        if (this.#tail !== lastChunk) return;
        this.#missing = 0;
        at = bytes.length;
      }
      const missing = this.#missing ?? 0;
      const taken = Math.min(missing, bytes.length - at);
      at += taken;
      this.#missing = missing - taken;
      if (this.#missing > 0) return;
      this.#missing = undefined;
      this.#finish();
    }
  }

  #readHead(head: string): void {
    this.#status = Number(head.slice(9, 12));
    this.#isLast = /\r\nconnection: close\r\n/i.test(head);
    const length = /\r\ncontent-length: (\d+)\r\n/i.exec(head)?.[1];
    const isChunked = length === undefined && /\r\ntransfer-encoding: chunked\r\n/i.test(head);
    const isWithoutBody = this.#status === 304 || this.#status === 204;
    this.#tail = isChunked ? '' : undefined;
    this.#missing = isWithoutBody ? 0 : isChunked ? Number.POSITIVE_INFINITY : Number(length ?? 0);
  }

  #finish(): void {
    this.#onResponse(this.#status, performance.now() - (this.#sentAt ?? 0));
    this.#sentAt = undefined;
    if (this.#stopped) return;
    if (!this.#isLast) {
      this.#wait();
      return;
    }
    this.#isLast = false;
    this.open().then(
      () => this.#wait(),
      (error: Error) => this.#onFailure(error),
    );
  }
}

async function sendLoad(order: LoadOrder): Promise<LoadReport> {
  const histogram = createHistogram();
  const { promise: failure, reject: onFailure } = Promise.withResolvers<never>();
  const statuses: Record<number, number> = {};
  let responses = 0;
  const onResponse = (status: number, milliseconds: number) => {
    responses += 1;
    statuses[status] = (statuses[status] ?? 0) + 1;
    // In microseconds. The histogram accepts no value below 1.
    histogram.record(Math.max(1, Math.round(milliseconds * 1000)));
  };
  const everyMs = order.rate === undefined ? 0 : (1000 * order.connections) / order.rate;
  const connections = Array.from(
    { length: order.connections },
    () => new LoadConnection(order, everyMs, { onResponse, onFailure }),
  );
  await Promise.race([failure, Promise.all(connections.map((connection) => connection.open()))]);
  const startedAt = performance.now();
  for (const [index, connection] of connections.entries()) {
    connection.begin(startedAt + (everyMs * index) / order.connections);
  }
  const end = new Promise<void>((resolve) => setTimeout(resolve, order.seconds * 1000));
  await Promise.race([failure, end]);
  const seconds = (performance.now() - startedAt) / 1000;
  for (const connection of connections) connection.stop();
  return {
    perSecond: responses / seconds,
    p50: histogram.percentile(50) / 1000,
    p99: histogram.percentile(99) / 1000,
    statuses,
  };
}

process.once('message', (order: LoadOrder) => {
  sendLoad(order).then(
    (report) => process.send?.(report, () => process.exit(0)),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
