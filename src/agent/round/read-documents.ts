import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFolderTree, type Check, type CheckReport } from '../../../check/src/check.ts';
import { Unavailable } from '../../http/errors.ts';
import { createQuota } from '../../http/quota.ts';
import { duration, type Clock } from '../../kernel/clock.ts';
import { within } from '../../kernel/within.ts';
import { DocumentNotFound } from './errors.ts';
import type { Base, FindBase } from './find-base.ts';

/** Longest that somebody waits; the first look at a repository clones it. */
const patience = 50 * duration.second;
/** Each look fetches from the code host and checks out a working copy. */
const looksPerMinute = 60;
/** Bytes of the largest page that is searched. */
const largestPage = 1024 * 1024;
const mostWords = 8;

/** A page that has all words of a query, with its line that has most of them. */
export interface FoundDocument {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** The documentation of a project at its base branch, of which only pages can be read. All throw `RateLimited` and `Unavailable`. */
export interface Documents {
  /** Pages with every word, the most relevant first. */
  readonly search: (projectId: string, query: string) => Promise<readonly FoundDocument[]>;
  /** By the path of its file or its address on the site. Throws `DocumentNotFound`. */
  readonly read: (
    projectId: string,
    pathOrAddress: string,
  ) => Promise<{ readonly path: string; readonly text: string }>;
  readonly check: (projectId: string) => Promise<CheckReport>;
}

export function createReadDocuments({
  findBase,
  findPages,
  docsCheck,
  clock,
}: {
  readonly findBase: FindBase;
  readonly findPages: (paths: readonly string[], docsFolder: string) => readonly string[];
  readonly docsCheck: Pick<Check, 'check'>;
  readonly clock: Clock;
}): Documents {
  const take = createQuota({ name: 'looks at the repository', windowSeconds: 60, clock });
  const look = async <Result>(
    projectId: string,
    work: (root: string, base: Base, signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> => {
    take(projectId, looksPerMinute);
    return within(
      patience,
      async (signal) => {
        const base = await findBase(projectId, signal);
        return base.open(({ root }) => work(root, base, signal));
      },
      (reason, cause) => new Unavailable(`The repository cannot be read: ${reason}.`, cause),
    );
  };
  const listPages = async (root: string, { project }: Base) =>
    findPages(await createFolderTree(root).list(), project.docsFolder);

  return {
    search: (projectId, query) =>
      look(projectId, async (root, base, signal) => {
        const words = query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, mostWords);
        const found: (FoundDocument & { readonly points: number })[] = [];
        for (const path of words.length === 0 ? [] : await listPages(root, base)) {
          const bytes = await readFile(join(root, path), { signal });
          const document = bytes.length > largestPage ? undefined : findIn(path, bytes.toString('utf8'), words);
          if (document !== undefined) found.push(document);
        }
        return found
          .toSorted((a, b) => b.points - a.points || (a.path < b.path ? -1 : 1))
          .map(({ path, line, text }) => ({ path, line, text }));
      }),
    read: (projectId, pathOrAddress) =>
      look(projectId, async (root, base) => {
        const path = pageAt(await listPages(root, base), pathOrAddress);
        if (path === undefined) throw new DocumentNotFound(pathOrAddress);
        return { path, text: await readFile(join(root, path), 'utf8') };
      }),
    check: (projectId) =>
      look(projectId, (root, { project }, signal) =>
        docsCheck.check({ tree: createFolderTree(root), docsFolder: project.docsFolder, signal }),
      ),
  };
}

function findIn(
  path: string,
  text: string,
  words: readonly string[],
): (FoundDocument & { readonly points: number }) | undefined {
  const lowered = text.toLowerCase();
  if (!words.every((word) => lowered.includes(word) || path.toLowerCase().includes(word))) return undefined;
  const lines = lowered.split('\n');
  const wordsIn = (line: string): number => words.filter((word) => line.includes(word)).length;
  const most = lines.reduce((count, line) => Math.max(count, wordsIn(line)), 0);
  const index = lines.findIndex((line) => wordsIn(line) === most);
  const headings = lines.filter((line) => /^(?:#|title:)/.test(line)).join('\n');
  const points = words.reduce((sum, word) => {
    const uses = Math.min(5, lowered.split(word).length - 1);
    return sum + uses + (headings.includes(word) ? 10 : 0) + (path.toLowerCase().includes(word) ? 5 : 0);
  }, most);
  return { path, line: index + 1, text: (text.split('\n')[index] ?? '').trim(), points };
}

/** The file itself, else the path that is shortest before its extension and may end so: `index.mdx` before `README.md`. */
function pageAt(pages: readonly string[], pathOrAddress: string): string | undefined {
  const wanted = addressOf(pathOrAddress);
  const isMeant = (page: string) => (wanted === '' ? home.test(page) : `/${addressOf(page)}`.endsWith(`/${wanted}`));
  return (
    pages.find((page) => page === pathOrAddress) ??
    pages.filter(isMeant).toSorted((a, b) => a.lastIndexOf('.') - b.lastIndexOf('.') || (a < b ? -1 : 1))[0]
  );
}

const home = /(?:^|\/)(?:index|readme)(?:\.[a-z]+)?$/i;
function addressOf(path: string): string {
  return path.replace(/^\/+|(?<!\/)\/+$|(?<=[^/])\.[a-z]+$/g, '').replace(home, '');
}
