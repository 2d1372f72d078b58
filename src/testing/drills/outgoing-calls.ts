import { appendFileSync } from 'node:fs';
import net from 'node:net';

/**
 * Loaded into a server before anything else (`node --import`): writes down every address that the process opens a
 * connection to, one a line, in the file that `OUTGOING_CALLS_FILE` names. Whatever speaks TCP, TLS or HTTP in Node
 * passes here, also what a library brings along.
 */
const file = process.env.OUTGOING_CALLS_FILE;
const connect = net.Socket.prototype.connect;

function target(given: unknown): string {
  // Node hands its own calls on as one list: options and callback.
  const options: unknown = Array.isArray(given) ? given[0] : given;
  if (typeof options !== 'object' || options === null) return String(options);
  const read = (name: string): unknown => Reflect.get(options, name);
  return String(read('path') ?? `${read('host') ?? 'localhost'}:${read('port')}`);
}

if (file !== undefined) {
  Reflect.set(net.Socket.prototype, 'connect', function (this: net.Socket, ...given: unknown[]): net.Socket {
    const [first, second] = given;
    // `connect(port, host)`, as the database's driver calls it.
    const isPort = typeof first === 'number' || (typeof first === 'string' && /^\d+$/.test(first));
    const host = typeof second === 'string' ? second : 'localhost';
    appendFileSync(file, `${isPort ? `${host}:${first}` : target(first)}\n`);
    return Reflect.apply(connect, this, given);
  });
}
