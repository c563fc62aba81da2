import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('no memory of a process or of what it starts is in their core dumps, and launchers set the limit', ({ skip }) => {
  skip(!existsSync('/proc/self/coredump_filter'), 'this system decides nothing about what is in core dumps');
  const program = `
    import { execFileSync } from 'node:child_process';
    import { readFileSync } from 'node:fs';
    import { emptyCoreDumps } from ${JSON.stringify(join(import.meta.dirname, 'empty-core-dumps.ts'))};
    const filter = () => readFileSync('/proc/self/coredump_filter', 'utf8').trim();
    const before = filter();
    emptyCoreDumps();
    const inChild = execFileSync('cat', ['/proc/self/coredump_filter'], { encoding: 'utf8' }).trim();
    console.log(before, filter(), inChild);`;
  const options = { encoding: 'utf8' } as const;
  const out = execFileSync(process.execPath, ['--input-type=module', '-e', program], options);
  expect(out).toMatch(/^0*[1-9a-f][\da-f]* 0+ 0+\n$/);
});
