import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
const packageFolder = fileURLToPath(new URL('..', import.meta.url));
const rootModules = fileURLToPath(new URL('../../node_modules/', import.meta.url));

let site: string;
let entries: string[];
/** What npm would publish, unpacked where a site would have it. */
beforeAll(async () => {
  site = await mkdtemp(`${tmpdir()}/docwright-edge-`);
  // The repository installs without scripts; packing is what the package's own script is for.
  const pack = ['pack', '--json', '--ignore-scripts=false', '--pack-destination', site];
  const { stdout } = await run('npm', pack, { cwd: packageFolder });
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [{ filename: string }];
  const installed = `${site}/node_modules/@docwright/edge`;
  await mkdir(installed, { recursive: true });
  await run('tar', ['-xzf', `${site}/${packed.filename}`, '-C', installed, '--strip-components', '1']);
  // What the optional entry needs, and what types of Node are written in.
  for (const name of ['web-bot-auth', '@types']) await symlink(rootModules + name, `${site}/node_modules/${name}`);
  await writeFile(`${site}/package.json`, '{ "type": "module" }');
  const { exports } = JSON.parse(await readFile(`${installed}/package.json`, 'utf8')) as { exports: object };
  entries = Object.keys(exports)
    .filter((entry) => !/\.js(on)?$/.test(entry))
    .map((entry) => entry.replace('.', '@docwright/edge'));
});
afterAll(() => rm(site, { recursive: true, force: true }));

test('every entry of the published package loads', async () => {
  const program = entries.map((entry) => `console.log('${entry}', Object.keys(await import('${entry}')).join())`);
  await writeFile(`${site}/load.js`, program.join('\n'));
  const { stdout } = await run(process.execPath, ['load.js'], { cwd: site });
  const adapters = ['cloudflare', 'express', 'fastify', 'hono', 'netlify', 'next', 'node', 'vercel'];
  expect(stdout.trim().split('\n').sort()).toEqual(
    [
      '@docwright/edge createRecorder,mayBePageView',
      '@docwright/edge/web-bot-auth createSignatureVerifier',
      ...adapters.map((name) => `@docwright/edge/${name} recordVisits`),
    ].sort(),
  );
});

test('its types hold in a strict project', async () => {
  await writeFile(
    `${site}/site.ts`,
    `import { createServer } from 'node:http';
    import { createRecorder } from '@docwright/edge';
    import { recordVisits } from '@docwright/edge/node';
    const recorder = createRecorder({ endpoint: process.env['A'], projectId: 'docs', ingestKey: process.env['B'] });
    createServer(recordVisits(recorder, (_request, response) => response.end('page')));
    // @ts-expect-error The options are typed.
    createRecorder({});
    // @ts-expect-error So is the recorder.
    recordVisits({}, () => undefined);`,
  );
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--types', 'node'];
  await expect(run(`${rootModules}.bin/tsc`, [...options, 'site.ts'], { cwd: site })).resolves.toMatchObject({
    stdout: '',
  });
});
