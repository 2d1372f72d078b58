/** Runs at most `limit` tasks at a time; the others wait in order. */
export function createLimiter(limit: number): { run<T>(work: () => Promise<T>): Promise<T> } {
  const waiting: (() => void)[] = [];
  let running = 0;

  return {
    async run(work) {
      if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
      else running += 1;
      try {
        return await work();
      } finally {
        // The slot passes to the next in the queue, so that no new call can take it.
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
