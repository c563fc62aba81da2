import type { FileIndex } from '../site/file-index.ts';
import { settingsPath, type CheckSettings } from './rule.ts';

/** The schema takes 20 MB, and most projects have no settings. */
export async function projectSettings(files: FileIndex): Promise<CheckSettings> {
  const text = await files.readText(settingsPath);
  if (text === undefined) return { apply: (_problem, severity) => severity, problems: [] };
  const { readCheckSettings } = await import('./read-check-settings.ts');
  return readCheckSettings(text);
}
