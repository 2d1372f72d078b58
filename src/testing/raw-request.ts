import net from 'node:net';

/**
 * Sends a request without normalizing its path, unlike `fetch`.
 * @returns the complete response, with status and headers
 */
export function rawRequest(
  port: number,
  request: { method: string; path: string; headers?: readonly string[]; body?: string },
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1', () => {
      const headers = ['Host: localhost', 'Connection: close', ...(request.headers ?? [])];
      socket.write(
        `${request.method} ${request.path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${request.body ?? ''}`,
      );
    });
    let answer = '';
    socket.setTimeout(10_000, () =>
      socket.destroy(new Error(`no response to ${request.method} ${request.path}`)),
    );
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
  });
}
