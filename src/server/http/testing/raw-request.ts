import net from 'node:net';

/**
 * Sends a request without normalizing its path, unlike `fetch`.
 * @returns the complete response, with status and headers
 */
export function rawRequest(
  port: number,
  request: { method: string; path: string; headers?: readonly string[] },
): Promise<string> {
  const { method, path, headers = [] } = request;
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1', () => {
      const lines = [`${method} ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers];
      socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    });
    let response = '';
    socket.setTimeout(10_000, () => socket.destroy(new Error(`no response to ${method} ${path}`)));
    socket.on('data', (chunk) => {
      response += chunk;
    });
    socket.on('end', () => resolve(response));
    socket.on('error', reject);
  });
}
