// Writes every committed file that is made from source: `npm run generate`.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { generatedFiles } from './generated-files.ts';

const root = join(import.meta.dirname, '..');
for (const { path, content } of await generatedFiles()) {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), content);
  console.log(path);
}
