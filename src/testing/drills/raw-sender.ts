import net from 'node:net';

export type Request = { method: string; path: string; headers?: Record<string, string>; body: string };
/** `status` is text if no complete response arrived: the code or name of the error, or `cut off`. */
export type Sent = { status: number | string; ms: number; retryAfter: string | undefined };

export type RawSender = {
  send(request: Request): Promise<Sent>;
  close(): void;
};

type Connection = {
  socket: net.Socket;
  received: string;
  settle: ((status: number | string) => void) | undefined;
};

/**
 * Sends JSON over plain sockets. Sockets are reused, with one request at a time on each. The sender does minimal work,
 * so that it takes little CPU time from the server.
 */
export function openRawSender(port: number): RawSender {
  const idle: Connection[] = [];
  const all = new Set<Connection>();

  function openConnection(): Connection {
    const socket = net.connect(port, '127.0.0.1');
    const connection: Connection = { socket, received: '', settle: undefined };
    all.add(connection);
    socket.setNoDelay(true);
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => {
      connection.received += chunk;
      if (!isWhole(connection.received)) return;
      const status = Number(connection.received.slice(9, 12));
      const { settle } = connection;
      connection.settle = undefined;
      settle?.(status);
      if (/\r\nconnection: close\r\n/i.test(headOf(connection.received))) socket.destroy();
      else idle.push(connection);
      connection.received = '';
    });
    const broken = (problem: string) => {
      all.delete(connection);
      const index = idle.indexOf(connection);
      if (index >= 0) idle.splice(index, 1);
      connection.settle?.(problem);
      connection.settle = undefined;
    };
    socket.on('error', (error) => broken('code' in error ? String(error.code) : error.name));
    socket.on('close', () => broken('cut off'));
    return connection;
  }

  return {
    send({ method, path, headers = {}, body }) {
      const { promise, resolve } = Promise.withResolvers<Sent>();
      const connection = idle.pop() ?? openConnection();
      const from = performance.now();
      connection.settle = (status) =>
        resolve({
          status,
          ms: performance.now() - from,
          retryAfter: /\r\nretry-after: (\d+)/i.exec(headOf(connection.received))?.[1],
        });
      let text = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
      for (const [name, value] of Object.entries(headers)) text += `${name}: ${value}\r\n`;
      connection.socket.write(`${text}\r\n${body}`);
      return promise;
    },
    close() {
      for (const connection of all) connection.socket.destroy();
    },
  };
}

function headOf(received: string): string {
  return received.slice(0, received.indexOf('\r\n\r\n') + 2);
}

/** Whether the complete body has arrived. All JSON responses of the academy have a Content-Length. */
function isWhole(received: string): boolean {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(received.slice(0, end + 2))?.[1];
  if (length === undefined) throw new Error(`a response without a length: ${received.slice(0, 200)}`);
  return received.length >= end + 4 + Number(length);
}
