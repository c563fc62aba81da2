import { join } from 'node:path';

/** What the `docwright` command sets before it starts Node, for what measures memory or times of a process of its own. */
export const commandEnvironment = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../node_modules/.cache/node'),
  MALLOC_MMAP_THRESHOLD_: '1048576',
  NODE_OPTIONS: '--max-semi-space-size=16',
};
