import type { Reporter, TestCase } from 'vitest/node';

/** Names at the end of a run each test that passed at its second try: it is to be mended. */
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
