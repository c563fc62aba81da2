import type { FileIndex } from '../site/file-index.ts';

/** Names that begin with a capital in files such as `mdx-components.tsx`: the components that these may give to every page. */
export async function namedWords(files: FileIndex, paths: readonly string[]): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const path of paths) {
    for (const [name] of ((await files.readText(path)) ?? '').matchAll(/\b[A-Z]\w*/gu)) names.add(name);
  }
  return names;
}
