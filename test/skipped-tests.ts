import type { Reporter, TestModule, Vitest } from 'vitest/node';

/** Says why tests were skipped, which the reporters of vitest leave out where a file has passed. */
export class SkippedTests implements Reporter {
  private vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const { relativeModuleId, children } of modules) {
      const reasons = [...children.allTests('skipped')].flatMap((test) => {
        const result = test.result();
        return result.state === 'skipped' ? (result.note ?? []) : [];
      });
      for (const [reason, { length }] of Map.groupBy(reasons, (one) => one))
        this.vitest?.logger.log(`${relativeModuleId}: ${String(length)} skipped: ${reason}`);
    }
  }
}
