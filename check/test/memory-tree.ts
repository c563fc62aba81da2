import type { DocsTree } from '../src/check.ts';

export type Files = Readonly<Record<string, string>>;

/** A tree of documentation held in memory: path to text. */
export function createMemoryTree(files: Files): DocsTree {
  return {
    list: () => Promise.resolve(Object.keys(files)),
    read: (path) => {
      const text = files[path];
      return Promise.resolve(text === undefined ? undefined : new TextEncoder().encode(text));
    },
  };
}
