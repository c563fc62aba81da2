import { createCheck } from '../src/create-check.ts';
import { createMemoryTree, type Files } from './memory-tree.ts';

/** What is said of links that lead to no page, as `severity path:line address`. */
export async function deadLinksOf(files: Files): Promise<readonly string[]> {
  const { findings } = await createCheck().check({ tree: createMemoryTree(files) });
  return findings
    .filter(({ rule, message }) => rule === 'broken-link' && message.includes(' leads to no page: '))
    .map(
      ({ severity, path, line, message }) =>
        `${severity} ${path}:${line ?? 0} ${/link (\S+)/u.exec(message)?.[1] ?? ''}`,
    );
}
