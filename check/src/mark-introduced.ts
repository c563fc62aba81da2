import type { CheckedTree } from './checked-tree.ts';
import type { SiteProblem } from './site/site.ts';

/** A problem as it is recognised again in another state of the tree: without its line, which moves. */
function identityOf({ rule, path, message }: SiteProblem): string {
  return `${rule}\0${path}\0${message.replace(/\(\d+:\d+(?:-\d+:\d+)?\)/gu, '')}`;
}

/** Tells which problems the tree before the change did not have. The n-th of the same kind is matched with the n-th. */
export function markIntroduced(
  now: CheckedTree,
  before: CheckedTree,
): readonly { readonly problem: SiteProblem; readonly introduced: boolean }[] {
  const stood = new Map<string, number>();
  for (const problem of before.problems) {
    const identity = identityOf(problem);
    stood.set(identity, (stood.get(identity) ?? 0) + 1);
  }
  return now.problems.map((problem) => {
    const identity = identityOf(problem);
    const left = stood.get(identity) ?? 0;
    if (left > 0) stood.set(identity, left - 1);
    return { problem, introduced: left === 0 };
  });
}
