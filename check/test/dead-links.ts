import { createCheck } from '../src/create-check.ts';
import { createMemoryTree, type Files } from './memory-tree.ts';

/** What is said of links that do not resolve, as `severity path:line address`. */
export async function deadLinksOf(files: Files): Promise<readonly string[]> {
  const { findings } = await createCheck().check({ tree: createMemoryTree(files) });
  const ofLinks = ['broken-link', 'missing-base', 'source-ending', 'missing-scheme'];
  return findings
    .filter(({ rule }) => ofLinks.includes(rule))
    .map(
      ({ severity, path, line, message }) =>
        `${severity} ${path}:${line ?? 0} ${/`([^`]+)`/u.exec(message)?.[1] ?? ''}`,
    );
}
