/** Files grouped by their folders; a folder that only holds one folder is joined with it, as in `guides/python`. */
export interface FileTree<T> {
  readonly folders: readonly { readonly name: string; readonly tree: FileTree<T> }[];
  readonly files: readonly { readonly name: string; readonly value: T }[];
}

interface Draft<T> {
  readonly folders: Map<string, Draft<T>>;
  readonly files: { name: string; value: T }[];
}

export function makeFileTree<T>(entries: readonly { readonly path: string; readonly value: T }[]): FileTree<T> {
  const top: Draft<T> = { folders: new Map(), files: [] };
  for (const { path, value } of entries) {
    const parts = path.split('/');
    const name = parts.pop() ?? path;
    let here = top;
    for (const part of parts) {
      const next = here.folders.get(part) ?? { folders: new Map<string, Draft<T>>(), files: [] };
      here.folders.set(part, next);
      here = next;
    }
    here.files.push({ name, value });
  }
  return finish(top);
}

function finish<T>(draft: Draft<T>): FileTree<T> {
  const folders = [...draft.folders].map(([name, inner]) => {
    const tree = finish(inner);
    const [only] = tree.folders;
    const joined = only !== undefined && tree.folders.length === 1 && tree.files.length === 0;
    return joined ? { name: `${name}/${only.name}`, tree: only.tree } : { name, tree };
  });
  return { folders, files: draft.files };
}
