import type { CheckRequest, DocsTree, FormerPath } from '../docs-check.ts';
import { extensionOf, fileNameOf } from '../site/paths.ts';

/** Files that a change takes away and adds, up to which those are compared that have other names. */
const mostCompared = 200;

/** What a tree had once: what the change took away, then what its history tells. Asked for when it is needed first, and kept. */
export function historyOf({ tree, base }: CheckRequest): () => Promise<readonly FormerPath[]> {
  let known: Promise<readonly FormerPath[]> | undefined;
  const read = async (): Promise<readonly FormerPath[]> => {
    const [ofChange, older = []] = await Promise.all([takenAway(tree, base), tree.formerPaths?.()]);
    return [...ofChange, ...older];
  };
  return () => (known ??= read());
}

async function takenAway(tree: DocsTree, base: DocsTree | undefined): Promise<readonly FormerPath[]> {
  if (base === undefined) return [];
  const [now, before] = (await Promise.all([tree.list(), base.list()])).map((paths) => new Set(paths));
  const gone = [...(before ?? [])].filter((path) => now?.has(path) !== true);
  const added = [...(now ?? [])].filter((path) => before?.has(path) !== true);
  const byName = Map.groupBy(added, fileNameOf);
  const byText = gone.length + added.length > mostCompared ? undefined : await textsOf(tree, added);
  return Promise.all(
    gone.map(async (path) => {
      const [named, ...others] = byName.get(fileNameOf(path)) ?? [];
      const movedTo = byText?.get(keyOf(path, await base.read(path))) ?? (others.length === 0 ? named : undefined);
      return { path, ...(movedTo === undefined ? {} : { movedTo }) };
    }),
  );
}

async function textsOf(tree: DocsTree, paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  return new Map(await Promise.all(paths.map(async (path) => [keyOf(path, await tree.read(path)), path] as const)));
}

function keyOf(path: string, bytes: Uint8Array | undefined): string {
  return `${extensionOf(path)} ${Buffer.from(bytes ?? []).toString('base64')}`;
}
