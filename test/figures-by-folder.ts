import { dirname } from 'node:path';
import type { Reporter, TestModule, Vitest } from 'vitest/node';

/** Prints, by folder, the files, tests and seconds of a run: seconds of tests, of which several run at a time. */
export class FiguresByFolder implements Reporter {
  private vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.vitest = vitest;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const folders = Map.groupBy(modules, ({ relativeModuleId }) => dirname(relativeModuleId));
    const rows = [...folders].map(([folder, inFolder]) => ({
      folder,
      files: inFolder.length,
      tests: inFolder.reduce((sum, { children }) => sum + [...children.allTests()].length, 0),
      seconds: inFolder.reduce((sum, module) => sum + module.diagnostic().duration, 0) / 1_000,
    }));
    for (const { folder, files, tests, seconds } of rows.sort((one, other) => other.seconds - one.seconds))
      this.vitest?.logger.log(`${seconds.toFixed(1).padStart(8)} s  ${folder}: ${files} files, ${tests} tests`);
  }
}
