import type { FileIndex } from '../site/file-index.ts';

export interface NamedComponents {
  readonly names: ReadonlySet<string>;
  /** Modules all of whose exports are given to pages: `import * as Tabs from '…'` and later `...Tabs`. */
  readonly spread: readonly string[];
}

/** The components that files such as `mdx-components.tsx` may give to every page: every word with a capital in them. */
export async function namedComponents(files: FileIndex, paths: readonly string[]): Promise<NamedComponents> {
  const names = new Set<string>();
  const spread: string[] = [];
  for (const path of paths) {
    const text = (await files.readText(path)) ?? '';
    for (const [name] of text.matchAll(/\b[A-Z]\w*/gu)) names.add(name);
    for (const [, name = '', source = ''] of text.matchAll(/import\s+\*\s+as\s+(\w+)\s+from\s+['"]([^'"]+)/gu)) {
      if (new RegExp(`\\.\\.\\.${name}\\b`, 'u').test(text)) spread.push(source);
    }
  }
  return { names, spread };
}
