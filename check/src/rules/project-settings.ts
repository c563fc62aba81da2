import type { FileIndex } from '../site/file-index.ts';
import type { SiteProblem } from '../site/site.ts';
import type { Severity } from './rule.ts';

export const settingsPath = '.docwright/check.yml';

/** What a project asks of the checker. */
export interface CheckSettings {
  /** The severity that a finding has for the project; undefined when it does not want to see it. */
  apply(problem: Pick<SiteProblem, 'rule' | 'path' | 'message'>, severity: Severity): Severity | undefined;
  readonly problems: readonly SiteProblem[];
}

/** The schema takes 20 MB, and most projects have no settings. */
export async function projectSettings(files: FileIndex): Promise<CheckSettings> {
  const text = await files.readText(settingsPath);
  if (text === undefined) return { apply: (_problem, severity) => severity, problems: [] };
  const { readCheckSettings } = await import('./read-check-settings.ts');
  return readCheckSettings(text);
}
