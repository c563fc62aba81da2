// Walks every way into Docwright on a machine where nobody has been before, and prints minutes and obstacles of each:
//   npm run first-hour [-- --only clone]
// The machines are namespaces (.ci/as-stranger); the image needs what deploy/try-image needs. Ends with 1 for an obstacle.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { arms, type Arm } from './arms.ts';
import { openNarrowProxy } from './narrow-proxy.ts';
import type { WalkedStep } from './walk.ts';

const root = join(import.meta.dirname, '..', '..');
const { values } = parseArgs({ options: { only: { type: 'string' } } });
const folder = mkdtempSync('/var/tmp/docwright-first-hour-');
// Others than this user walk in it.
chmodSync(folder, 0o755);
const machine = join(folder, 'machine');
const socket = join(folder, 'proxy.sock');

/** What the packed machines begin with: the packages, and the walk with the Node that runs it. */
function furnish(): void {
  const pack = ['pack', '--ignore-scripts=false', '--include-workspace-root', '-w', 'client', '-w', 'edge'];
  cpSync(import.meta.dirname, join(machine, 'walk', 'first-hour'), { recursive: true });
  cpSync(join(import.meta.dirname, '..', 'free-port.ts'), join(machine, 'walk', 'free-port.ts'));
  cpSync(process.execPath, join(machine, 'walk', 'node'));
  execFileSync('npm', [...pack, '--pack-destination', machine], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  execFileSync('sh', ['-c', 'mkdir edge && tar -xzf docwright-edge-*.tgz -C edge'], { cwd: machine });
}

/** Leads to the proxy, and waits until it does. */
const leadOut = `ip link set lo up
walk/node walk/first-hour/lead-out.ts ${socket} 3128 &
until (echo >/dev/tcp/127.0.0.1/3128) 2>/dev/null; do sleep 0.1; done
export {http,https,HTTP,HTTPS}_PROXY=http://127.0.0.1:3128 http_proxy=http://127.0.0.1:3128 https_proxy=http://127.0.0.1:3128
export NO_PROXY=localhost,127.0.0.1 no_proxy=localhost,127.0.0.1
`;

/** What is run on the machine of an arm, in the shell. */
function scriptOf({ machine: kind, install, program, isBehindProxy, publicPath = '' }: Arm): string {
  const walks = {
    clone: 'node_modules/.bin/node test/first-hour/walk.ts --edge edge/src/index.ts',
    packed: 'walk/node walk/first-hour/walk.ts --edge edge/package/dist/index.js',
    image: `"$engine" run --rm --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges --workdir /tmp \
      --volume ${machine}:/machine:ro --entrypoint node docwright \
      /machine/walk/first-hour/walk.ts --edge /machine/edge/package/dist/index.js`,
  };
  return `set -eo pipefail
${isBehindProxy === true ? leadOut : ''}started=$(date +%s%N)
${install} >&2
printf '{"step":"install","seconds":%s}\\n' $((($(date +%s%N) - started) / 1000000000))
${kind === 'image' ? '. deploy/container-engine' : ''}
${walks[kind]} --public-path '${publicPath}' -- ${program}`;
}

/** What runs that script: a machine that is new, or this one, on which the image is a machine of its own. */
function commandOf(arm: Arm): readonly string[] {
  const shell = ['bash', '-c', scriptOf(arm)];
  if (arm.machine === 'image') return shell;
  const alone = arm.isBehindProxy === true ? ['unshare', '--user', '--map-root-user', '--net', ...shell] : shell;
  return [join(root, '.ci/as-stranger'), ...(arm.machine === 'packed' ? ['--in', machine] : []), ...alone];
}

async function walkArm(arm: Arm): Promise<{ steps: WalkedStep[]; warnings: number; isDone: boolean }> {
  const [command = '', ...parts] = commandOf(arm);
  const child = spawn(command, parts, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const steps: WalkedStep[] = [];
  const said: string[] = [];
  createInterface(child.stdout).on('line', (line) => {
    console.log(`${arm.name}: ${line}`);
    if (line.startsWith('{"step"')) steps.push(JSON.parse(line) as WalkedStep);
  });
  createInterface(child.stderr).on('line', (line) => said.push(line));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) console.error(said.slice(-15).join('\n'));
  return { steps, warnings: said.filter((line) => /npm warn/i.test(line)).length, isDone: code === 0 };
}

try {
  furnish();
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8', cwd: '/' }).trim();
  const proxy = await openNarrowProxy(socket, new URL(registry).host);
  const table: string[] = [];
  for (const arm of arms.filter(({ name }) => name.startsWith(values.only ?? ''))) {
    const { steps, warnings, isDone } = await walkArm(arm);
    const minutes = steps.reduce((sum, { seconds }) => sum + seconds, 0) / 60;
    const obstacles = steps.flatMap(({ step, obstacle }) => (obstacle === undefined ? [] : [`${step}: ${obstacle}`]));
    if (!isDone && obstacles.length === 0) obstacles.push('it ended early; see above');
    if (!isDone) process.exitCode = 1;
    const each = steps.map(({ step, seconds }) => `${step} ${seconds} s`).join(', ');
    table.push(`${arm.name}: ${minutes.toFixed(1)} min (${each}), ${warnings} warnings of npm`);
    table.push(...obstacles.map((obstacle) => `  obstacle: ${obstacle}`));
  }
  proxy.close();
  if (proxy.refused.size > 0) table.push(`The proxy refused: ${[...proxy.refused].join(', ')}`);
  console.log(`\n${table.join('\n')}`);
} finally {
  rmSync(folder, { recursive: true });
}
