import type { FileIndex } from '../site/file-index.ts';
import { settingsPath, type CheckSettings } from './check-settings.ts';

/** What reads the settings takes 20 MB, and most projects have none. */
export async function projectSettings(files: FileIndex): Promise<CheckSettings> {
  const text = await files.readText(settingsPath);
  if (text === undefined) return { apply: (problem) => problem, problems: [] };
  const { readCheckSettings } = await import('./read-check-settings.ts');
  return readCheckSettings(text);
}
