import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes that what `build` returns holds in the heap: strings, not buffers. */
export function heldBytes(build: () => unknown): number {
  const used = (): number => {
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const before = used();
  const held = build();
  const bytes = used() - before;
  return held === undefined ? 0 : bytes;
}
