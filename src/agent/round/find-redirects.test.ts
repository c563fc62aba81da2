import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { pushFiles, temporaryFolder, writeFiles } from '../../../test/git-fixture.ts';
import { codeHostsIn } from '../../codehost/code-hosts.fixture.ts';
import type { Project } from '../../contract/project.ts';
import { createCheck } from '../../../check/src/create-check.ts';
import { duration } from '../../kernel/clock.ts';
import { silentLogger } from '../../kernel/logger.ts';
import { createWorkspaces } from '../../workspace/create-workspaces.ts';
import { createFindBase } from './find-base.ts';
import { createFindRedirects } from './find-redirects.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  folder.remove();
});

const settings = (source: string) =>
  JSON.stringify({ name: 'x', navigation: { pages: ['index'] }, redirects: [{ source, destination: '/' }] });

it('reads each commit once, looks for a newer one after a minute, and knows nothing of what it cannot reach', async () => {
  const data = join(folder.path, 'data');
  const docs = join(folder.path, 'docs');
  writeFiles(docs, { 'docs.json': settings('/old'), 'index.mdx': '# Home\n' });
  const codeHosts = codeHostsIn(data);
  const { url } = await codeHosts.local.prepare({ address: docs, name: 'docs' });
  const project = { codeHost: 'local', docsFolder: '' } as Project;
  const looks: string[] = [];
  let isReachable = true;
  let now = Date.UTC(2026, 0, 1);
  const redirects = createFindRedirects({
    findBase: createFindBase({
      connect: async (projectId) => {
        looks.push(projectId);
        if (!isReachable) throw new Error('unreachable');
        const codeHost = await codeHosts.local.open({ projectId, repositoryUrl: 'local:docs', secrets: {} });
        return { project, codeHost, repository: { url, baseBranch: undefined } };
      },
      workspaces: createWorkspaces({ dataDirectory: data, logger: silentLogger }),
      clock: { now: () => now },
    }),
    docsCheck: createCheck(),
    clock: { now: () => now },
    logger: silentLogger,
  });
  const { find } = redirects;
  const first = await find('prj_1');
  expect(first).toEqual({ patterns: ['/old'], whole: true });
  expect(await find('prj_1')).toBe(first);
  expect(looks).toEqual(['prj_1']);

  now += duration.minute;
  expect(await Promise.all([find('prj_1'), find('prj_1')])).toEqual([first, first]);
  expect(await find('prj_1')).toBe(first);
  expect(looks).toHaveLength(2);

  const codeHost = await codeHosts.local.open({ projectId: 'prj_1', repositoryUrl: 'local:docs', secrets: {} });
  const remote = await codeHost.gitRemote({ url, baseBranch: undefined }, AbortSignal.timeout(10_000));
  pushFiles(remote.url, 'main', { 'docs.json': settings('/new') }, 'Move a page');
  expect(await find('prj_1')).toBe(first);
  now += duration.minute;
  expect(await find('prj_1')).toEqual({ patterns: ['/new'], whole: true });

  isReachable = false;
  now += duration.minute;
  expect(await find('prj_1')).toBeUndefined();
  isReachable = true;
  expect(await find('prj_1')).toBeUndefined();
  await redirects.stop();
});
