import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../../../test/git-fixture.ts';
import type { CodeHost } from '../../codehost/code-host.ts';
import { codeHostsIn } from '../../codehost/code-hosts.fixture.ts';
import { systemClock as clock } from '../../kernel/clock.ts';
import { silentLogger } from '../../kernel/logger.ts';
import type { Project } from '../../contract/project.ts';
import { createWorkspaces } from '../../workspace/create-workspaces.ts';
import { createFindBase } from './find-base.ts';
import { createReadInstructions } from './read-instructions.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  folder.remove();
});

/** What is read of a repository with these files. */
async function read(files: Record<string, string>, around = (host: CodeHost) => host) {
  const data = join(folder.path, 'data');
  const docs = join(folder.path, 'docs');
  writeFiles(docs, files);
  const codeHosts = codeHostsIn(data);
  const { url } = await codeHosts.local.prepare({ address: docs, name: 'docs' });
  const codeHost = around(await codeHosts.local.open({ projectId: 'prj_1', repositoryUrl: 'local:docs', secrets: {} }));
  const project = { codeHost: 'local' } as Project;
  const connect = () => Promise.resolve({ project, codeHost, repository: { url, baseBranch: undefined } });
  const workspaces = createWorkspaces({ dataDirectory: data, logger: silentLogger });
  const findBase = createFindBase({ connect, workspaces, clock });
  const instructions = await createReadInstructions({ codeHosts, findBase })('prj_1');
  const home = join(data, 'workspaces');
  const processes = readdirSync(home, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  // Trees that the next job may have are nobody's copies.
  const left = processes
    .flatMap(({ name }) => readdirSync(join(home, name)))
    .filter((copy) => !copy.startsWith('idle-'));
  return { instructions, left };
}

it('reads the first file that agents are told, says where all may lie, and leaves no working copy', async () => {
  const files = {
    'index.md': '# Docs\n',
    'AGENTS.md': 'Write British English.\n',
    '.docwright/AGENTS.md': 'Be brief.\n',
  };
  expect(await read(files)).toEqual({
    instructions: {
      paths: ['.docwright/AGENTS.md', '.mintlify/AGENTS.md', 'AGENTS.md'],
      found: { path: '.docwright/AGENTS.md', text: 'Be brief.' },
      baseBranch: 'main',
      editUrl: null,
    },
    left: [],
  });
});

it('finds none where there is none', async () => {
  expect((await read({ 'index.md': '# Docs\n' })).instructions.found).toBeNull();
});

it('says what the code host says', async () => {
  const failure = new Error('refused');
  const around = (host: CodeHost): CodeHost => ({ ...host, preflight: () => Promise.reject(failure) });
  await expect(read({ 'index.md': '# Docs\n' }, around)).rejects.toBe(failure);
});
