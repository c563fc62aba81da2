import { z } from 'zod';
import { defineTool, type AgentTool } from './tool.ts';
import type { TreeAccess, TreeEntry } from './tree-access.ts';

const input = z.strictObject({
  path: z.string().default('').describe('Folder from the repository root; default: the docs folder.'),
  recursive: z.boolean().default(false).describe('Include subfolders.'),
  offset: z.int().min(0).default(0).describe('Number of entries to skip because an earlier call showed them.'),
});

const mostEntries = 500;

export function createListTool({ tree }: { tree: TreeAccess }): AgentTool {
  return defineTool({
    name: 'list',
    description: 'Lists the files and folders in a folder.',
    input,
    describe: ({ path, recursive }) => `${path === '' ? tree.docsFolder || '.' : path}${recursive ? ' and below' : ''}`,
    async run({ path, recursive, offset }, _, room) {
      const found = await collect(tree, path, { recursive, most: offset + mostEntries });
      const entries = found.slice(offset);
      const lines: string[] = [];
      let remaining = room - 100;
      for (const line of entries.slice(0, mostEntries).map(entryLine)) {
        remaining -= line.length + 1;
        if (remaining < 0) break;
        lines.push(line);
      }
      const next = offset + lines.length;
      const more =
        found.length > next ? [`… more entries exist: continue with offset ${next}, or list a subfolder.`] : [];
      if (found.length === 0) return { text: 'The folder is empty.' };
      if (entries.length === 0) return { text: `There are ${found.length} entries. Offset ${offset} is past the end.` };
      return { text: [...lines, ...more].join('\n') };
    },
  });
}

/** Breadth first, so that a cut list still shows every top folder. Reads no more folders than can be shown. */
async function collect(
  tree: TreeAccess,
  path: string,
  { recursive, most }: { recursive: boolean; most: number },
): Promise<TreeEntry[]> {
  const found: TreeEntry[] = [];
  const folders = [path];
  for (let folder = folders.shift(); folder !== undefined && found.length <= most; folder = folders.shift()) {
    const entries = await tree.list(folder);
    found.push(...entries);
    if (recursive) folders.push(...entries.filter(({ kind }) => kind === 'folder').map((entry) => entry.path));
  }
  return found;
}

function entryLine({ path, kind, bytes }: TreeEntry): string {
  if (kind === 'folder') return `${path}/`;
  if (kind === 'unnamable') return `${path} (its name is not UTF-8: do not touch it)`;
  return kind === 'file' ? `${path} (${bytes} bytes)` : `${path} (symbolic link, not followed)`;
}
