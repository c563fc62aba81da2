import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from './git-fixture.ts';
import { statedSizes } from './stated-sizes.ts';

/** What npm would publish, installed by somebody who is new, in a folder with nothing else, and used from there. */

const root = join(import.meta.dirname, '..');
const run = promisify(execFile);
const { version, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string;
  devDependencies: Record<string, string>;
};
const addressesOfGuide = readdirSync(join(root, 'docs/guide'))
  .filter((name) => name !== 'README.md')
  .map((name) => `/guide/${basename(name, '.md')}`);
const platform = `${process.platform}-${process.arch}`;
const paths = {
  22: join(root, `test/long-engines/node_modules/node-22-${platform}/bin/node`),
  24: join(root, `node_modules/node-${platform}/bin/node`),
};

const site = `
  import { createServer } from 'node:http';
  import { createRecorder } from '@docwright/edge';
  import { recordVisits } from '@docwright/edge/node';
  const recorder = createRecorder({ endpoint: process.env['A'], projectId: 'docs', ingestKey: process.env['B'] });
  createServer(recordVisits(recorder, (_request, response) => response.end('page')));
  // @ts-expect-error The options are typed.
  createRecorder({});
  // @ts-expect-error So is the recorder.
  recordVisits({}, () => undefined);
`;

/** Reads what \`docwright demo --json\` printed, and writes what came of it. */
const mainJob = `
  import { readFileSync } from 'node:fs';
  import { createDocwrightClient, type AgentJob } from '@docwright/client';
  const demo: { url: string; projectId: string; adminKey: string } = JSON.parse(readFileSync('demo.json', 'utf8'));
  const docwright = createDocwrightClient({ baseUrl: demo.url, apiKey: demo.adminKey });
  const { projectId } = demo;
  const { id } = await docwright.createJob({ projectId, prompt: 'Fix the typos on the front page' });
  const job: AgentJob = await docwright.waitForJob({ projectId, id });
  let pages = 0;
  for await (const page of docwright.allVisitors({ projectId })) pages += page.total > 0 ? 1 : 0;
  // @ts-expect-error Answers are typed.
  void job.nothing;
  // Everything that the pages of the server lead to, with what could not be had.
  const seen = new Set(['/', '/docs', '/guide', '/problems', '/t.js']);
  const missing: string[] = [];
  for (const path of seen) {
    const response = await fetch(demo.url + path, { headers: { accept: 'text/html' } });
    const text = await response.text();
    if (response.status !== 200 || text === '') missing.push(path + ' answers ' + response.status);
    if (!response.headers.get('content-type')?.startsWith('text/html')) continue;
    for (const [, link = ''] of text.matchAll(/(?:href|src)="(\\/[^"#?]*)/g)) seen.add(link);
  }
  console.log(JSON.stringify({ node: process.version, job: job.status, changed: job.prLink, pages, missing, seen: [...seen] }));
`;

const adapters = ['cloudflare', 'express', 'fastify', 'hono', 'netlify', 'next', 'node', 'vercel'];
const entries = [
  '@docwright/client',
  '@docwright/edge',
  '@docwright/edge/web-bot-auth',
  ...adapters.map((name) => `@docwright/edge/${name}`),
];
const imports = entries.map((entry) => `console.log('${entry}', Object.keys(await import('${entry}')).join());`);

/** One line of the log for each step, so that what failed has a name. */
const script = String.raw`
set -euo pipefail
step() { echo "=== $1"; shift; "$@"; }
export npm_config_update_notifier=false
machine=$PWD
export PATH=$machine/node-24:$PATH
# Where npx puts what it runs: hidden in the home.
cache=$HOME/.npm/_npx/0123456789abcdef
mkdir -p "$cache"
cp *.tgz *.ts *.js "$cache"
cd "$cache"
echo '{ "type": "module", "private": true }' > package.json
step 'install' npm install --no-audit --no-fund --loglevel=error ./*.tgz web-bot-auth@0.1 \
  typescript@$TYPESCRIPT @types/node@$TYPES
step 'size' du -sm --exclude=typescript --exclude=@types --exclude=undici-types node_modules
step 'version' npx docwright --version
step 'platform Node' bash -c 'ls node_modules | grep -cE "^node-(bin|darwin|linux|win)-" || true'
for resolution in $RESOLUTIONS; do
  module=$([ $resolution = nodenext ] && echo nodenext || echo esnext)
  step "types $resolution" npx tsc --strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --target es2022 \
    --lib es2024 --types node --module $module --moduleResolution $resolution site.ts main-job.ts
done
# Links to the same files, in other places where people have it.
other=$(dirname "$HOME")/other
shut="$other/my cache/.npm/_npx/1"
trap 'chmod -R u+w "$other"' EXIT
for place in "$HOME/.nvm/versions/node/v24.0.0/lib" "$HOME/with spaces/é" "$shut"; do
  mkdir -p "$place"
  cp -al "$cache/node_modules" "$place"
done
find "$shut" -type d -exec chmod a-w {} +
for place in "$HOME/.nvm/versions/node/v24.0.0/lib" "$HOME/with spaces/é"; do
  sample="$place/node_modules/docwright/dist/src/demo/sample-site"
  export DOCWRIGHT_DATA_DIR=$machine/data-$(basename "$place")
  step "sample in $(basename "$place")" "$place/node_modules/.bin/docwright" init --project Docs --repository "$sample"
done
unset DOCWRIGHT_DATA_DIR
# The first one runs from the folder that is shut.
place=$shut
for node in $NODES; do
  [ -x $machine/$node/node ] || continue
  export PATH=$machine/$node:$PATH
  step "imports $node" node imports.js
  rm -f demo.json
  "$place/node_modules/.bin/docwright" demo --port 0 --json > demo.json 2> demo.log &
  demo=$!
  until node -e 'JSON.parse(require("node:fs").readFileSync("demo.json", "utf8"))' 2>/dev/null; do
    kill -0 $demo 2>/dev/null || { cat demo.log; exit 1; }
    sleep 0.2
  done
  step "main job $node" node main-job.js
  kill $demo
  wait $demo
  place=$cache
done
`;

/** Uses the packages under these Nodes, the first of them from a folder that is read-only. */
export function describePackages(majors: readonly (keyof typeof paths)[], resolutions: readonly string[]): void {
  const nodes = majors.map((major) => [String(major), paths[major]] as const);
  const { path: folder, remove } = temporaryFolder();
  let log = '';

  beforeAll(async () => {
    const pack = ['pack', '--ignore-scripts=false', '--include-workspace-root', '-w', 'client', '-w', 'edge'];
    await run('npm', [...pack, '--pack-destination', folder], { cwd: root });
    writeFiles(folder, {
      'site.ts': site,
      'main-job.ts': mainJob,
      'imports.js': imports.join('\n'),
      'use-packages.sh': script,
    });
    for (const [major, path] of nodes.filter(([, file]) => existsSync(file))) {
      mkdirSync(join(folder, `node-${major}`));
      copyFileSync(path, join(folder, `node-${major}`, 'node'));
    }
    const chosen = `NODES='${nodes.map(([major]) => `node-${major}`).join(' ')}' RESOLUTIONS='${resolutions.join(' ')}'`;
    const versions = `TYPESCRIPT=${devDependencies['typescript']} TYPES=${devDependencies['@types/node']}`;
    const stranger = join(root, '.ci/as-stranger');
    const command = `${versions} ${chosen} bash use-packages.sh`;
    try {
      const { stdout, stderr } = await run(stranger, ['--in', folder, 'bash', '-c', command], { maxBuffer: 2 ** 26 });
      if (stderr !== '') console.warn(stderr);
      log = stdout;
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      throw new Error(`${stdout}\n${stderr}`, { cause: error });
    }
  }, 600_000);
  afterAll(remove);

  /** What was printed from the line that names this step to the next. */
  function printedBy(step: string): string {
    return (
      log
        .split(/^=== /m)
        .find((part) => part.startsWith(`${step}\n`))
        ?.slice(step.length)
        .trim() ?? ''
    );
  }

  it('is small, and brings no Node of its own', () => {
    const kilobytes = (name: string) => Math.ceil(statSync(join(folder, `${name}-${version}.tgz`)).size / 1024);
    expect(kilobytes('docwright')).toBeLessThan(1700);
    expect(kilobytes('docwright-client')).toBeLessThan(35);
    expect(kilobytes('docwright-edge')).toBeLessThan(30);
    // Measured in whole blocks, which differ from disk to disk.
    expect(Math.abs(Number.parseInt(printedBy('size'), 10) - statedSizes.installed)).toBeLessThan(10);
    expect(printedBy('platform Node')).toBe('0');
    expect(printedBy('version')).toBe(version);
  });

  it('brings its sample site along below a version manager, and into a folder with a blank', () => {
    for (const place of ['lib', 'é']) expect(printedBy(`sample in ${place}`)).toMatch(/Project Docs: prj_/);
  });

  it.each(resolutions)('has types that hold in a strict project: %s', (resolution) => {
    expect(log).toContain(`=== types ${resolution}\n`);
    expect(printedBy(`types ${resolution}`)).toBe('');
  });

  describe.each(nodes)('under Node %s', (major, path) => {
    const place = major === nodes[0]?.[0] ? 'a folder of another user that is read-only' : 'the cache of npm';

    it('loads every entry', (context) => {
      if (!existsSync(path)) context.skip(`there is no Node ${major} for ${platform} on npm`);
      expect(printedBy(`imports node-${major}`).split('\n').sort()).toEqual(
        [
          '@docwright/client ConnectionFailed,DocwrightError,createDocwrightClient',
          '@docwright/edge createRecorder,mayBePageView',
          '@docwright/edge/web-bot-auth createSignatureVerifier',
          ...adapters.map((name) => `@docwright/edge/${name} recordVisits`),
        ].sort(),
      );
    });

    it(`does the main job from ${place}, and serves its pages`, (context) => {
      if (!existsSync(path)) context.skip(`there is no Node ${major} for ${platform} on npm`);
      const result = JSON.parse(printedBy(`main job node-${major}`)) as { node: string; pages: number; seen: string[] };
      expect(result).toMatchObject({ job: 'completed', missing: [] });
      expect(result.seen).toEqual(expect.arrayContaining(['/openapi.json', '/guide/changelog', ...addressesOfGuide]));
      expect(result.seen.length).toBeGreaterThan(100);
      expect(result).toHaveProperty('changed', expect.stringMatching(/\/pulls\/2$/));
      expect(result.node).toMatch(new RegExp(`^v${major}\\.`));
      expect(result.pages).toBeGreaterThan(20);
    });
  });
}
