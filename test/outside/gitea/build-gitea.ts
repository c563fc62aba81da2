import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const version = '1.26.0';
/** Copied from Gitea's go.mod, because Go applies replacements only from the main module. */
const replaced: Readonly<Record<string, string>> = {
  'github.com/jaytaylor/html2text': 'github.com/Necoro/html2text v0.0.0-20250804200300-7bf1ce1c7347',
  'github.com/nektos/act': 'gitea.com/gitea/act v0.261.10',
  'github.com/urfave/cli/v3': 'github.com/urfave/cli/v3 v3.4.1',
  'go.yaml.in/yaml/v4': 'go.yaml.in/yaml/v4 v4.0.0-rc.3',
  'github.com/Azure/azure-sdk-for-go/sdk/azcore': 'github.com/Azure/azure-sdk-for-go/sdk/azcore v1.19.0',
  'github.com/Azure/azure-sdk-for-go/sdk/storage/azblob': 'github.com/Azure/azure-sdk-for-go/sdk/storage/azblob v1.6.2',
  'github.com/microsoft/go-mssqldb': 'github.com/microsoft/go-mssqldb v1.9.7',
};
const module = 'code.gitea.io/gitea';

/**
 * A folder with the program `gitea` and its files, built once with this machine's Go and kept for later runs; undefined
 * without Go. The first build takes seven minutes of CPU time.
 */
export function buildGitea(): string | undefined {
  const folder = `/var/tmp/docwright-gitea-${version}`;
  if (existsSync(join(folder, 'gitea'))) {
    if (statSync(folder).uid === process.getuid?.()) return folder;
    throw new Error(`${folder} belongs to another user: remove it`);
  }
  if (spawnSync('go', ['version']).status !== 0) return undefined;
  console.log(`Building Gitea ${version} into ${folder}, once; this takes some minutes.`);
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const lines = Object.entries(replaced).map(([from, to]) => `replace ${from} => ${to}`);
  const text = [
    'module docwright.example/gitea',
    'go 1.26',
    `tool ${module}`,
    `require ${module} v${version}`,
    ...lines,
  ];
  writeFileSync(join(folder, 'go.mod'), `${text.join('\n')}\n`);
  const go = (...parts: string[]) => execFileSync('go', parts, { cwd: folder, encoding: 'utf8' });
  go('mod', 'tidy');
  const source = go('list', '-m', '-f', '{{.Dir}}', module).trim();
  for (const name of ['templates', 'options', 'public']) {
    cpSync(join(source, name), join(folder, name), { recursive: true });
    // The module cache is read-only, and this machine's root may have to hand it to another user.
    execFileSync('chmod', ['-R', 'u+w,a+rX', join(folder, name)]);
  }
  go('build', '-tags', 'sqlite sqlite_unlock_notify', '-o', 'gitea.new', module);
  chmodSync(join(folder, 'gitea.new'), 0o755);
  renameSync(join(folder, 'gitea.new'), join(folder, 'gitea'));
  return folder;
}
