import type { CheckReport } from '../../docs-check/docs-check.ts';
import type { ChangedFile, Workspace } from '../../workspace/workspace.ts';

/** What the agent changed so far and what the checks say of it, asked again only after something can have changed. */
export interface ChangeSoFar {
  diff(): Promise<string>;
  files(): Promise<readonly ChangedFile[]>;
  /** Of the tree as it stands. */
  report(signal: AbortSignal): Promise<CheckReport>;
  /** Something can have changed. */
  forget(): void;
}

export function createChangeSoFar({
  workspace,
  check,
}: {
  workspace: Pick<Workspace, 'diff' | 'changedFiles'>;
  check: (files: readonly ChangedFile[], signal: AbortSignal) => Promise<CheckReport>;
}): ChangeSoFar {
  let known: { diff?: Promise<string>; files?: Promise<readonly ChangedFile[]>; report?: Promise<CheckReport> } = {};
  const files = () => (known.files ??= workspace.changedFiles());
  return {
    diff: () => (known.diff ??= workspace.diff()),
    files,
    report: (signal) => (known.report ??= files().then((changed) => check(changed, signal))),
    forget() {
      known = {};
    },
  };
}
