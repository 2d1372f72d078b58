import net from 'node:net';

export type Request = { method: string; path: string; headers?: Record<string, string>; body: string };
/** `status` is a word when no complete response arrived. */
export type Sent = { status: number | string; ms: number; retryAfter: string | undefined };

export type RawSender = {
  send(request: Request): Promise<Sent>;
  close(): void;
};

type Line = { socket: net.Socket; heard: string; answer: ((status: number | string) => void) | undefined };

/**
 * Sends JSON over plain sockets, which are reused with one request at a time on each. The sender does minimal work,
 * so that a flood costs the machine little more than the server's own work.
 */
export function openRawSender(port: number): RawSender {
  const idle: Line[] = [];
  const all = new Set<Line>();

  function openLine(): Line {
    const socket = net.connect(port, '127.0.0.1');
    const line: Line = { socket, heard: '', answer: undefined };
    all.add(line);
    socket.setNoDelay(true);
    socket.setEncoding('latin1');
    socket.on('data', (piece: string) => {
      line.heard += piece;
      if (!isWhole(line.heard)) return;
      const status = Number(line.heard.slice(9, 12));
      const { answer } = line;
      line.answer = undefined;
      answer?.(status);
      if (/\r\nconnection: close\r\n/i.test(headOf(line.heard))) socket.destroy();
      else idle.push(line);
      line.heard = '';
    });
    const broken = (word: string) => {
      all.delete(line);
      const place = idle.indexOf(line);
      if (place >= 0) idle.splice(place, 1);
      line.answer?.(word);
      line.answer = undefined;
    };
    socket.on('error', (error) => broken('code' in error ? String(error.code) : error.name));
    socket.on('close', () => broken('cut off'));
    return line;
  }

  return {
    send({ method, path, headers = {}, body }) {
      const { promise, resolve } = Promise.withResolvers<Sent>();
      const line = idle.pop() ?? openLine();
      const from = performance.now();
      line.answer = (status) =>
        resolve({
          status,
          ms: performance.now() - from,
          retryAfter: /\r\nretry-after: (\d+)/i.exec(headOf(line.heard))?.[1],
        });
      let text = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
      for (const [name, value] of Object.entries(headers)) text += `${name}: ${value}\r\n`;
      line.socket.write(`${text}\r\n${body}`);
      return promise;
    },
    close() {
      for (const line of all) line.socket.destroy();
    },
  };
}

function headOf(heard: string): string {
  return heard.slice(0, heard.indexOf('\r\n\r\n') + 2);
}

/** Whether the body has its announced length. The academy announces it for all JSON responses. */
function isWhole(heard: string): boolean {
  const end = heard.indexOf('\r\n\r\n');
  if (end < 0) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(heard.slice(0, end + 2))?.[1];
  if (length === undefined) throw new Error(`a response without a length: ${heard.slice(0, 200)}`);
  return heard.length >= end + 4 + Number(length);
}
