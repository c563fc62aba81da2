import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

const folder = fileURLToPath(new URL('.', import.meta.url));
const stamp = join(folder, 'dist', '.stamp');

/** A hash of everything that the build reads; dependencies are in it by the lock file. */
function hashSources(): string {
  const hash = createHash('sha256');
  const add = (file: string) => hash.update(`${file}\0`).update(readFileSync(file)).update('\0');
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const isSource = /^(src|public)\/.*\.\w+$|^(index\.html|vite\.config\.ts|tsconfig\.json)$/.test(entry);
    if (isSource && !entry.endsWith('.generated.ts')) add(join(folder, entry));
  }
  add(join(folder, 'build-if-stale.ts'));
  add(join(folder, '..', 'openapi.json'));
  add(join(folder, '..', 'package-lock.json'));
  return hash.digest('hex');
}

const current = hashSources();
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== current) {
  // Test runners set NODE_ENV, with which React's larger development build would be bundled.
  const env = { ...process.env, NODE_ENV: 'production' };
  execFileSync('npm', ['run', '-s', 'build'], { cwd: folder, env, stdio: ['ignore', 'inherit', 'inherit'] });
  writeFileSync(stamp, current);
}
