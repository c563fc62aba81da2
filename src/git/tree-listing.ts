import { runGit } from './run-git.ts';

export interface TreeEntry {
  readonly sha: string;
  readonly kind: 'file' | 'symlink' | 'submodule';
}

/** Every file of a commit or tree by its path. Paths that are not UTF-8 are listed with replacement characters. */
export async function listTree(gitDirectory: string, treeish: string): Promise<Map<string, TreeEntry>> {
  const { stdout } = await runGit(['ls-tree', '-r', '-z', '--full-tree', treeish], { gitDirectory });
  const entries = new Map<string, TreeEntry>();
  for (const record of stdout.toString('utf8').split('\0')) {
    const tab = record.indexOf('\t');
    const [mode, , sha] = record.slice(0, tab).split(' ');
    if (mode === undefined || sha === undefined) continue;
    const kind = mode === '120000' ? 'symlink' : mode === '160000' ? 'submodule' : 'file';
    entries.set(record.slice(tab + 1), { sha, kind });
  }
  return entries;
}
