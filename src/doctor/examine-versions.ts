import packageFile from '../../package.json' with { type: 'json' };
import { requireGit } from '../git/git-version.ts';
import type { Outcome } from './examination.ts';

export async function examineVersions(): Promise<Outcome> {
  const git = await requireGit();
  const { versions, platform, arch } = process;
  const message = `Docwright ${packageFile.version}, Node ${versions.node}, ${git}, ${platform} ${arch}.`;
  return { state: 'ok', message, remedy: null };
}
