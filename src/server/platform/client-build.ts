import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../client/build.ts', import.meta.url));

export type ClientBuild = {
  /**
   * Resolves when the client can be served; its assets are compressed afterwards.
   * @throws if the build failed; the build has then logged the reason
   */
  usable: Promise<void>;
  stop(): void;
};

/** Builds the client in a separate process, unless it is up to date. If this process exits, the build stops. */
export function startClientBuild(): ClientBuild {
  // Its own process group: Ctrl-C ends the server first, which then ends the build.
  const child = fork(program, [], { execArgv: [], detached: true });
  const usable = new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(`The client could not be built: its build ended with ${signal ?? code}.`));
    });
  });
  // `usable` is awaited later. Until then, this prevents an unhandled rejection.
  usable.catch(() => undefined);
  return { usable, stop: () => void child.kill() };
}
