// Makes `dist`, which the published package consists of: the repository as JavaScript, since Node strips no types below
// node_modules, with the files that it reads at their places. Run by `prepack`.
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');

function run(program: string, ...parts: string[]): void {
  execFileSync(program, parts, { cwd: root, stdio: 'inherit' });
}

/** `from` is a pattern of files in the repository; each is copied to its place below `dist`. */
function copy(pattern: string, isWanted: (file: string) => boolean = () => true): string[] {
  const files = globSync(pattern, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
  if (files.length === 0) throw new Error(`Nothing fits ${pattern}.`);
  const wanted = files.filter(isWanted);
  for (const file of wanted) cpSync(join(root, file), join(dist, file));
  return wanted;
}

/** Threads are started from a file, which TypeScript does not take for an import. */
function nameThreadsAsJavaScript(): void {
  for (const file of globSync('{src,check}/**/*.js', { cwd: dist })) {
    const path = join(dist, file);
    const text = readFileSync(path, 'utf8');
    const changed = text.replace(/(new URL\('[^']+\.worker)\.ts(', import\.meta\.url\))/g, '$1.js$2');
    if (changed !== text) writeFileSync(path, changed);
  }
}

rmSync(dist, { recursive: true, force: true });
run(process.execPath, join('dashboard', 'build-if-stale.ts'));
run(process.execPath, join('node_modules', 'typescript-7', 'bin', 'tsc'), '-p', 'tsconfig.package.json');
nameThreadsAsJavaScript();
const { name, version, type } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, string>;
writeFileSync(join(dist, 'package.json'), `${JSON.stringify({ name, version, type })}\n`);
copy('src/**/*', (file) => !file.endsWith('.ts') && !file.endsWith('request-corpus.json'));
copy('dashboard/dist/**/*');
copy('edge/t.js');
copy('runtime/package.json');
copy('CHANGELOG.md');
const pages = copy('docs/{,guide/}*.md').map((file) => readFileSync(join(root, file), 'utf8'));
copy('docs/images/*', (file) => pages.some((page) => page.includes(basename(file))));
