import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { createFolderTree, type Check, type CheckReport } from '../../../check/src/check.ts';
import { Unavailable } from '../../http/errors.ts';
import { createQuota } from '../../http/quota.ts';
import { duration, type Clock } from '../../kernel/clock.ts';
import { within } from '../../kernel/within.ts';
import { DocumentNotFound } from './errors.ts';
import type { Base, FindBase } from './find-base.ts';

/** Longest that somebody waits; the first look at a repository clones it. */
const patience = 50 * duration.second;
/** Each look asks the code host, and checks a working copy out where the base branch moved. */
const looksPerMinute = 60;
/** Characters of the largest page that is searched. */
const largestPage = 1024 * 1024;
const mostWords = 8;
/** Bytes of pages that are kept of one commit, and of all. */
const mostOfCommit = 16 * 1024 * 1024;
const mostKept = 4 * mostOfCommit;

/** A page that has all words of a query, with its line that has most of them. */
export interface FoundDocument {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** The pages of a commit. */
interface Pages {
  readonly paths: readonly string[];
  readonly read: (path: string) => Promise<string>;
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
  const kept = new LRUCache<string, ReadonlyMap<string, string>>({
    maxSize: mostKept,
    sizeCalculation: (pages) => [...pages].reduce((sum, [path, text]) => sum + 2 * (path.length + text.length), 1),
  });
  const look = async <Result>(
    projectId: string,
    work: (base: Base, signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> => {
    take(projectId, looksPerMinute);
    return within(
      patience,
      async (signal) => work(await findBase(projectId, signal), signal),
      (reason, cause) => new Unavailable(`The repository cannot be read: ${reason}.`, cause),
    );
  };
  /** Of a commit that was read before without a working copy. */
  const lookAtPages = <Result>(projectId: string, work: (pages: Pages) => Promise<Result>): Promise<Result> =>
    look(projectId, async ({ facts, project, open }, signal) => {
      const { repositoryUrl, docsFolder } = project;
      const commit = JSON.stringify([projectId, repositoryUrl, docsFolder, facts.baseSha]);
      const known = kept.get(commit);
      if (known !== undefined) return work(pagesOf(known));
      return open(async ({ root }) => {
        const paths = findPages(await createFolderTree(root).list(), docsFolder);
        const read = (path: string) => readFile(join(root, path), { encoding: 'utf8', signal });
        const pages = new Map<string, string>();
        let size = 0;
        for (const path of paths) {
          size += (await stat(join(root, path))).size;
          if (size > mostOfCommit) return work({ paths, read });
          pages.set(path, await read(path));
        }
        kept.set(commit, pages);
        return work(pagesOf(pages));
      });
    });

  return {
    search: (projectId, query) =>
      lookAtPages(projectId, async ({ paths, read }) => {
        const words = query.toLowerCase().split(/\s+/).filter(Boolean).slice(0, mostWords);
        const found: (FoundDocument & { readonly points: number })[] = [];
        for (const path of words.length === 0 ? [] : paths) {
          const text = await read(path);
          const document = text.length > largestPage ? undefined : findIn(path, text, words);
          if (document !== undefined) found.push(document);
        }
        return found
          .toSorted((a, b) => b.points - a.points || (a.path < b.path ? -1 : 1))
          .map(({ path, line, text }) => ({ path, line, text }));
      }),
    read: (projectId, pathOrAddress) =>
      lookAtPages(projectId, async ({ paths, read }) => {
        const path = pageAt(paths, pathOrAddress);
        if (path === undefined) throw new DocumentNotFound(pathOrAddress);
        return { path, text: await read(path) };
      }),
    check: (projectId) =>
      look(projectId, ({ open, project: { docsFolder } }, signal) =>
        open(({ root }) => docsCheck.check({ tree: createFolderTree(root), docsFolder, signal })),
      ),
  };
}

/** Leaves the event loop to others between pages, as reading files does. */
function pagesOf(texts: ReadonlyMap<string, string>): Pages {
  return {
    paths: [...texts.keys()],
    async read(path) {
      await setImmediate();
      return texts.get(path) ?? '';
    },
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
