import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = import.meta.dirname;
const built = join(folder, 'dist');

/** A hash of everything that the build reads; dependencies are in it by the lock file. */
function hashSources(): string {
  const hash = createHash('sha256');
  const add = (file: string) =>
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(folder, file)))
      .update('\0');
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const isSource = /^(src|public)\/.*\.\w+$|^(index\.html|vite\.config\.ts|tsconfig\.json)$/.test(file);
    if (isSource && !file.endsWith('.generated.ts')) add(file);
  }
  add('build-if-stale.ts');
  add(join('..', 'package-lock.json'));
  return hash.digest('hex');
}

/** What the build in `dist` was made from, if there is one. */
function presentStamp(): string | undefined {
  const stamp = join(built, '.stamp');
  return existsSync(stamp) ? readFileSync(stamp, 'utf8') : undefined;
}

/**
 * Builds beside the old build and then takes its place, so that who reads `dist` finds all of one build, a build that
 * fails leaves the old one, and two that begin at the same time do not write over each other.
 */
async function build(stamp: string): Promise<void> {
  // Test runners set it, with which React's larger development build would be bundled.
  process.env['NODE_ENV'] = 'production';
  const { build: buildWithVite } = await import('vite');
  const place = mkdtempSync(join(folder, '.building-'));
  try {
    const fresh = join(place, 'dist');
    // Hints of the bundler are for who works on the dashboard; this is read by who starts the server.
    await buildWithVite({ root: folder, logLevel: 'error', build: { outDir: fresh } });
    writeFileSync(join(fresh, '.stamp'), stamp);
    if (presentStamp() === stamp) return;
    if (existsSync(built)) renameSync(built, join(place, 'former'));
    renameSync(fresh, built);
  } finally {
    rmSync(place, { recursive: true });
  }
}

const current = hashSources();
if (presentStamp() !== current) {
  console.error('Building the dashboard, whose sources have changed since it was last built …');
  await build(current);
}
