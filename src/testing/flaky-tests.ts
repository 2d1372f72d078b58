import type { Reporter, TestCase } from 'vitest/node';

/** A reporter that lists the flaky tests at the end of a run: those that passed only after a retry. */
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
