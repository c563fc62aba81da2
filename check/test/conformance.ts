import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Check, DocsTree, Finding } from '../src/check.ts';
import type { LinkVerdict } from '../src/external/link-probe.ts';
import { createFolderTree } from '../src/check.ts';

type Files = Readonly<Record<string, string>>;

/** A tree that is no folder. */
function createMemoryTree(files: Files): DocsTree {
  return {
    list: () => Promise.resolve(Object.keys(files)),
    read: (path) => Promise.resolve(files[path] === undefined ? undefined : Buffer.from(files[path])),
  };
}

const mintlify: Files = {
  'docs.json': JSON.stringify({ name: 'Docs', navigation: { pages: ['index', 'guide'] } }),
  'index.mdx': '---\ntitle: Home\n---\n\nSee the [guide](/guide).\n',
  'guide.mdx': '---\ntitle: Guide\n---\n\n# First\n\nSee [home](/).\n',
};
const broken: Files = { ...mintlify, 'guide.mdx': '---\ntitle: Guide\n---\n\nSee [nothing](/gone) and [home](/).\n' };

const brief = (findings: readonly Finding[]) =>
  findings.map(({ rule, path, line, introduced }) => [rule, path, line, introduced]);

/** What every checker does, wherever it works. */
export function describeCheck(name: string, docsCheck: Check): void {
  describe(name, () => {
    const folder = mkdtempSync(join(tmpdir(), 'docwright-docs-'));
    for (const [path, text] of Object.entries(broken)) writeFileSync(join(folder, path), text);
    afterAll(() => {
      rmSync(folder, { recursive: true });
    });

    it('checks a folder and a tree that is only read through the port alike', async () => {
      const ofFolder = await docsCheck.check({ tree: createFolderTree(folder) });
      expect(await docsCheck.check({ tree: createMemoryTree(broken) })).toEqual(ofFolder);
      expect(ofFolder).toMatchObject({ frameworks: ['mintlify'], pages: 2 });
      expect(brief(ofFolder.findings)).toEqual([['broken-link', 'guide.mdx', 5, undefined]]);
    });

    it.each(['folder', 'memory'])('asks a tree (%s) what it had once', async (kind) => {
      const formerPaths = () => Promise.resolve([{ path: 'gone.mdx', by: { commit: '1a2b3c4', day: '2025-03-01' } }]);
      const tree = kind === 'folder' ? createFolderTree(folder) : createMemoryTree(broken);
      const { findings } = await docsCheck.check({ tree: { ...tree, formerPaths } });
      expect(findings.map(({ message }) => message)).toEqual([
        '`/gone` does not resolve: there is no page or file at /gone. On 2025-03-01 (1a2b3c4) a commit removed gone.mdx.',
      ]);
    });

    it('reads the redirects of the sites in the folder of the documentation, and of their host', async () => {
      const redirects = [{ source: '/old/:page', destination: '/guide' }];
      const settings = JSON.stringify({ name: 'Docs', navigation: { pages: ['index'] }, redirects });
      const tree = createMemoryTree({
        'docs/docs.json': settings,
        'docs/index.mdx': '# Home\n',
        'README.md': '# A project\n',
        'other/docs.json': settings.replace('/old', '/other'),
        'other/index.mdx': '# Home\n',
        'static/_redirects': '# moved\n/moved/* /guide/:splat 301\n/app/* /app.html 200\n/* /404.html 404\n/plain /\n',
      });
      const read = await docsCheck.readRedirects({ tree, docsFolder: 'docs' });
      expect(read).toEqual({ patterns: ['/old/?*', '/moved*/**', '/plain'], whole: true });
      const unread = createMemoryTree({
        'book.toml': '[book]\n',
        'src/SUMMARY.md': '# Summary\n',
        'src/a.md': '# A\n',
      });
      expect(await docsCheck.readRedirects({ tree: unread })).toEqual({ patterns: [], whole: true });
    });

    it('says what the change brought in, and reads of the base only what changed', async () => {
      const asked: string[] = [];
      const known = createMemoryTree(mintlify);
      const base = {
        list: () => known.list(),
        read: (path: string) => {
          asked.push(path);
          return known.read(path);
        },
      };
      const { findings } = await docsCheck.check({ tree: createFolderTree(folder), base, changed: ['guide.mdx'] });
      expect(brief(findings)).toEqual([['broken-link', 'guide.mdx', 5, true]]);
      expect(asked).toEqual(['guide.mdx']);
      const stood = await docsCheck.check({ tree: createFolderTree(folder), base: createMemoryTree(broken) });
      expect(brief(stood.findings)).toEqual([['broken-link', 'guide.mdx', 5, false]]);
    });

    it('checks the folder of the documentation only', async () => {
      const tree = createMemoryTree({ 'site/a.md': '[b](b.md)\n', 'other/c.md': '[d](d.md)\n' });
      const { findings } = await docsCheck.check({ tree, docsFolder: './site/' });
      expect(brief(findings)).toEqual([['broken-link', 'site/a.md', 1, undefined]]);
    });

    it('looks up complete addresses of the repository that it is told', async () => {
      const tree = createMemoryTree({ 'a.md': '[b](https://github.com/acme/docs/blob/main/gone.md)\n' });
      const { findings } = await docsCheck.check({ tree, repository: { url: 'https://github.com/acme/docs' } });
      expect(brief(findings)).toEqual([['own-repository-link', 'a.md', 1, undefined]]);
      expect((await docsCheck.check({ tree })).findings).toEqual([]);
    });

    it('asks about links that leave the site', async () => {
      const tree = createMemoryTree({ 'a.md': '[b](https://acme.dev/b)\n' });
      const gone: LinkVerdict = { kind: 'broken', why: 'answers 404' };
      const { findings } = await docsCheck.check({
        tree,
        probeLinks: (urls) => Promise.resolve(new Map(urls.map((url) => [url, gone]))),
      });
      expect(brief(findings)).toEqual([['external-link', 'a.md', 1, undefined]]);
      expect(findings[0]?.message).toContain('404');
    });

    it('brings an edit that puts a finding right', async () => {
      const tree = createMemoryTree({ 'a.md': '[b](Guide.md)\n', 'guide.md': '# Guide\n' });
      const { findings } = await docsCheck.check({ tree });
      expect(findings[0]?.fix).toEqual({ range: [4, 12], text: './guide.md' });
    });

    it('checks one file as its site reads it, or by its extension alone', async () => {
      const unclosed = '---\ntitle: Guide\n---\n\n<Note>\n';
      expect(await docsCheck.checkFile('guide.mdx', unclosed, createFolderTree(folder))).toMatchObject([
        { rule: 'mdx-syntax', path: 'guide.mdx', line: 5 },
      ]);
      expect(await docsCheck.checkFile('a.md', '# Fine\n')).toEqual([]);
      expect(await docsCheck.checkFile('a.json', '{')).toMatchObject([{ rule: 'settings-syntax' }]);
      expect(await docsCheck.checkFile('a.png', '{')).toEqual([]);
    });

    it('works on several checks at a time, each with its own answer', async () => {
      const checks = ['one', 'two', 'three', 'four'].map(async (word) => {
        const { findings } = await docsCheck.check({ tree: createMemoryTree({ [`${word}.md`]: '[gone](gone.md)\n' }) });
        return findings.map(({ path }) => path);
      });
      expect(await Promise.all(checks)).toEqual([['one.md'], ['two.md'], ['three.md'], ['four.md']]);
    });

    it('rejects with what the tree rejected with, and works on', async () => {
      const fault = new Error('the disk is gone');
      const tree = { list: () => Promise.resolve(['a.md']), read: () => Promise.reject(fault) };
      await expect(docsCheck.check({ tree })).rejects.toBe(fault);
      const listless = { list: () => Promise.reject(fault), read: () => Promise.resolve(undefined) };
      await expect(docsCheck.checkFile('a.md', '', listless)).rejects.toBe(fault);
      expect(await docsCheck.checkFile('a.md', '# Fine\n')).toEqual([]);
    });

    it('rejects with the reason of the signal, before and within a check, and works on', async () => {
      const reason = new Error('not wanted any more');
      const tree = createMemoryTree(mintlify);
      await expect(docsCheck.check({ tree, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
      const controller = new AbortController();
      const read = (path: string) => {
        controller.abort(reason);
        return tree.read(path);
      };
      await expect(docsCheck.check({ tree: { ...tree, read }, signal: controller.signal })).rejects.toBe(reason);
      expect((await docsCheck.check({ tree })).findings).toEqual([]);
    });
  });
}
