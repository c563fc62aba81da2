import { notChecked, type CheckReport, type Finding } from '../../../check/src/check.ts';
import type { ChangedFile, StagedTree, Workspace } from '../../workspace/workspace.ts';
import type { BuildCheck } from './build-check.ts';

/** The agent's change so far and its check results, cached until `forget`. */
export interface ChangeSoFar {
  staged(): Promise<StagedTree>;
  diff(): Promise<string>;
  files(): Promise<readonly ChangedFile[]>;
  /** Report on the current tree; cached by tree, so that the same change is checked once. */
  report(signal: AbortSignal): Promise<CheckReport>;
  /** Findings of the project's build command; none in a project without one. */
  built(signal: AbortSignal): Promise<readonly Finding[]>;
  /** Call after anything that may change the tree. */
  forget(): void;
}

/** Enough for the trees that a reverted edit returns to. */
const mostReports = 4;

export function createChangeSoFar({
  workspace,
  check,
  build = () => Promise.resolve([]),
}: {
  workspace: Pick<Workspace, 'stage'>;
  check: (files: readonly ChangedFile[], signal: AbortSignal) => Promise<CheckReport>;
  build?: BuildCheck | undefined;
}): ChangeSoFar {
  let cache: {
    staged?: Promise<StagedTree>;
    report?: Promise<CheckReport>;
    built?: Promise<readonly Finding[]>;
  } = {};
  /** By tree, newest last. */
  const reports = new Map<string, CheckReport>();
  const staged = () => (cache.staged ??= workspace.stage());
  const files = async () => (await staged()).files();
  const diff = async () => (await staged()).diff();

  async function reportOf(signal: AbortSignal): Promise<CheckReport> {
    const { sha: tree } = await staged();
    const storedReport = reports.get(tree);
    if (storedReport !== undefined) return storedReport;
    const report = await check(await files(), signal);
    // What could not be checked is tried again.
    if (report.findings.some(({ rule }) => rule === notChecked)) return report;
    const [oldest] = reports.keys();
    if (oldest !== undefined && reports.size >= mostReports) reports.delete(oldest);
    reports.set(tree, report);
    return report;
  }

  return {
    staged,
    diff,
    files,
    report: (signal) => (cache.report ??= reportOf(signal)),
    built: (signal) => (cache.built ??= build(signal)),
    forget() {
      cache = {};
    },
  };
}
