import { notChecked, type CheckReport, type Finding } from '../../../check/src/check.ts';
import type { ChangedFile, StagedTree, Workspace } from '../../workspace/workspace.ts';
import type { BuildCheck } from './build-check.ts';

/** What the agent changed so far and what the checks say of it, asked again only after something can have changed. */
export interface ChangeSoFar {
  staged(): Promise<StagedTree>;
  diff(): Promise<string>;
  files(): Promise<readonly ChangedFile[]>;
  /** Of the tree as it stands; kept by tree, so that the same change is checked once, whoever asks how often. */
  report(signal: AbortSignal): Promise<CheckReport>;
  /** What the build command of the project finds in it; nothing in a project without one. */
  built(signal: AbortSignal): Promise<readonly Finding[]>;
  /** Something can have changed. */
  forget(): void;
}

/** Trees that a change goes back to: what stood before an edit that was taken back. */
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
  /** By the tree that they are of, the newest last. */
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
