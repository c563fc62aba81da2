import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(join(import.meta.dirname, '../../test/engines/package.json'));

/** Loads a package of `test/engines`, which `npm run engines` installs. */
export function loadEngine(name: string): unknown {
  return require(name);
}
