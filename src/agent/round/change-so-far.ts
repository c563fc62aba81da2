import type { CheckReport, Finding } from '../../docs-check/docs-check.ts';
import type { ChangedFile, Workspace } from '../../workspace/workspace.ts';
import type { BuildCheck } from './build-check.ts';

/** What the agent changed so far and what the checks say of it, asked again only after something can have changed. */
export interface ChangeSoFar {
  diff(): Promise<string>;
  files(): Promise<readonly ChangedFile[]>;
  /** Of the tree as it stands. */
  report(signal: AbortSignal): Promise<CheckReport>;
  /** What the build command of the project finds in it; nothing in a project without one. */
  built(signal: AbortSignal): Promise<readonly Finding[]>;
  /** Something can have changed. */
  forget(): void;
}

export function createChangeSoFar({
  workspace,
  check,
  build = () => Promise.resolve([]),
}: {
  workspace: Pick<Workspace, 'diff' | 'changedFiles'>;
  check: (files: readonly ChangedFile[], signal: AbortSignal) => Promise<CheckReport>;
  build?: BuildCheck | undefined;
}): ChangeSoFar {
  let known: {
    diff?: Promise<string>;
    files?: Promise<readonly ChangedFile[]>;
    report?: Promise<CheckReport>;
    built?: Promise<readonly Finding[]>;
  } = {};
  const files = () => (known.files ??= workspace.changedFiles());
  return {
    diff: () => (known.diff ??= workspace.diff()),
    files,
    report: (signal) => (known.report ??= files().then((changed) => check(changed, signal))),
    built: (signal) => (known.built ??= build(signal)),
    forget() {
      known = {};
    },
  };
}
