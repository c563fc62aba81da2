import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/git-fixture.ts';
import { findProgram } from './find-program.ts';

const { path: folder, remove } = temporaryFolder();
afterAll(remove);

const inFolder = (name: string): string => join(folder, name);
for (const name of ['first', 'second', 'third', 'first/program']) mkdirSync(inFolder(name));
writeFileSync(inFolder('second/program'), '', { mode: 0o644 });
writeFileSync(inFolder('third/program'), '', { mode: 0o755 });

it('finds the first file of that name that may be run', () => {
  const searchPath = ['', 'third', inFolder('nowhere'), inFolder('first'), inFolder('second'), inFolder('third')].join(
    ':',
  );
  expect(findProgram('program', searchPath)).toBe(inFolder('third/program'));
});

it('finds nothing where there is nothing, and leaves a path alone', () => {
  expect(findProgram('program', inFolder('nowhere'))).toBeUndefined();
  expect(findProgram('program', '')).toBeUndefined();
  expect(findProgram('/some/program', inFolder('third'))).toBe('/some/program');
});
