import type { Reporter, TestCase } from 'vitest/node';

/** Lists each test that passed only after a retry at the end of a run: it needs to be fixed. */
export default class FlakyTests implements Reporter {
  readonly #found: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky) this.#found.push(`${test.module.relativeModuleId} > ${test.fullName}`);
  }

  onTestRunEnd(): void {
    if (this.#found.length > 0)
      console.warn(`\n  ${this.#found.length} flaky\n    ${this.#found.join('\n    ')}`);
  }
}
