// Makes `dist`, which the published package consists of. Run by `prepack`.
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const dist = join(import.meta.dirname, 'dist');
rmSync(dist, { recursive: true, force: true });
const tsc = fileURLToPath(import.meta.resolve('typescript/bin/tsc'));
execFileSync(process.execPath, [tsc, '-p', join(import.meta.dirname, 'tsconfig.build.json')], { stdio: 'inherit' });
// Threads and processes are started from a file, which TypeScript does not take for an import.
for (const file of globSync('**/*.js', { cwd: dist })) {
  const text = readFileSync(join(dist, file), 'utf8');
  const changed = text.replace(/(new URL\('[^']+\.worker)\.ts(', import\.meta\.url\))/g, '$1.js$2');
  if (changed !== text) writeFileSync(join(dist, file), changed);
}
