import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/git-fixture.ts';
import { endOfNames, readWritten } from './written-files.ts';

const folder = temporaryFolder();
afterAll(folder.remove);
const longPath = `docs/${'long-'.repeat(30)}/${'name-'.repeat(20)}.md`;

function archiveOf(files: Readonly<Record<string, string>>): Buffer {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder.path, path)), { recursive: true });
    writeFileSync(join(folder.path, path), content);
  }
  const paths = Object.keys(files).map((path) => `./${path}`);
  return execFileSync('tar', ['-c', '-f', '-', '--format=gnu', ...paths], { cwd: folder.path });
}

const namesOf = (...names: string[]) => Buffer.from([...names, endOfNames].map((name) => `${name}\0`).join(''));
const textsOf = ({ files }: ReturnType<typeof readWritten>) =>
  files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString()]);

describe('what a command wrote', () => {
  const files = { 'docs/a.md': 'A\n', 'docs/empty.md': '', [longPath]: 'x'.repeat(1500) };

  it('is read byte for byte, with long names and empty files', () => {
    const written = readWritten(namesOf('./docs/a.md', './dist/x'), archiveOf(files));
    expect(textsOf(written)).toEqual(Object.entries(files));
    expect(written).toMatchObject({ others: ['dist/x'], isWhole: true });
  });

  it('is known to be incomplete where names or archive break off', () => {
    const archive = archiveOf(files);
    const cut = readWritten(namesOf('./docs/a.md'), archive.subarray(0, 1600));
    expect(textsOf(cut)).toEqual([
      ['docs/a.md', 'A\n'],
      ['docs/empty.md', ''],
    ]);
    expect(cut.isWhole).toBe(false);
    expect(readWritten(Buffer.from('./docs/a.md\0./do'), archive)).toMatchObject({ others: [], isWhole: false });
    expect(readWritten(namesOf(), Buffer.alloc(0))).toEqual({ files: [], others: [], isWhole: true });
  });

  it('is no link, and nothing whose name is not UTF-8', () => {
    symlinkSync('a.md', join(folder.path, 'docs/link.md'));
    const link = execFileSync('tar', ['-c', '-f', '-', 'docs/link.md'], { cwd: folder.path });
    expect(readWritten(namesOf('./docs/link.md'), link)).toMatchObject({ files: [], others: ['docs/link.md'] });
    const odd = Buffer.from(archiveOf({ 'docs/caf_.md': 'x' }));
    odd[odd.indexOf('caf_') + 3] = 0xe9;
    expect(readWritten(namesOf(), odd).files).toEqual([]);
  });

  it('may be anything that a stranger writes there', () => {
    const noise = Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 7919) % 256));
    expect(readWritten(noise, noise)).toMatchObject({ files: [], isWhole: false });
  });
});
