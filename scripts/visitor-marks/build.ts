// Compiles `visitor-marks.as` into the module that counting threads load: `npm run marks`.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const here = import.meta.dirname;
const source = readFileSync(join(here, 'visitor-marks.as'));
const folder = mkdtempSync(join(tmpdir(), 'visitor-marks-'));
try {
  // The compiler takes files of this ending alone, which ours does not have, since it is no TypeScript.
  writeFileSync(join(folder, 'marks.ts'), source);
  const compiler = join(here, 'node_modules/assemblyscript/bin/asc.js');
  const options = '-O3 --converge --noAssert --runtime stub --importMemory -o marks.wasm'.split(' ');
  execFileSync(process.execPath, [compiler, 'marks.ts', ...options], { cwd: folder, stdio: 'inherit' });
  writeFileSync(
    join(here, '../../src/analytics/visits/embedded/count/visitor-marks.generated.ts'),
    `// Made by \`npm run marks\` of scripts/visitor-marks/visitor-marks.as, whose SHA-256 is
// ${createHash('sha256').update(source).digest('hex')}
export const visitorMarksCode = Buffer.from(
  '${readFileSync(join(folder, 'marks.wasm'), 'base64')}',
  'base64',
);
`,
  );
} finally {
  rmSync(folder, { recursive: true });
}
