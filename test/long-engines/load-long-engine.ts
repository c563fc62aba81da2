import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * Loads a package of `test/long-engines`, which `npm run long-engines` installs. Type checks pass without it, so the caller states
 * the part of its interface that it uses.
 */
export function loadLongEngine(name: string): unknown {
  return require(name);
}
