import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Loads a package of `test/engines` or `test/long-engines`, which `npm run` and that name installs. */
export function loadEngine(name: string, folder: 'engines' | 'long-engines' = 'engines'): unknown {
  return createRequire(join(import.meta.dirname, '../../test', folder, 'package.json'))(name);
}
