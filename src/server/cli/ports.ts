import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from '../config/config.ts';
import { StartupError } from '../platform/startup-error.ts';

/**
 * Outside production, only the local machine can reach the server unless HOST is set, because the server shows emails
 * and test payments.
 */
export function listenHost(config: Config): string {
  return config.http.host ?? (config.production ? '0.0.0.0' : 'localhost');
}

/** @throws StartupError if the server cannot listen on this port, for example because another program does */
export async function assertFreePort(variable: string, port: number, host: string): Promise<void> {
  const probe = createServer().listen(port, host);
  try {
    await once(probe, 'listening');
  } catch (error) {
    throw asPortProblem(error, variable, port);
  }
  probe.close();
  await once(probe, 'close');
}

/**
 * Replaces an error from listening on a port with a sentence that says what to change. Returns other errors unchanged.
 */
export function asPortProblem(error: unknown, variable: string, port: number): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    return new StartupError(
      `Port ${port} is taken. Stop the other program, or set ${variable} to a free one.`,
    );
  }
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new StartupError(
      `The server cannot listen on port ${port} (${code}). Change ${variable} or ${variable === 'METRICS_PORT' ? 'METRICS_HOST' : 'HOST'}.`,
    );
  }
  return error;
}
