import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createToolbox } from './toolbox.fixture.ts';

const png = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(900_000, 7)]);
let box: ReturnType<typeof createToolbox>;
const attachments = { 'Shot.png': png, 'page.md': '# Page\n' };

beforeEach(() => {
  box = createToolbox({ attachments, docsFolder: 'docs' });
});
afterEach(() => {
  box.dispose();
});

const place = (input: object) => box.call('place_attachment', { name: 'Shot.png', ...input });
const bytes = (path: string) => readFileSync(join(box.root, path));

it('copies a picture byte for byte, larger than a text may be', async () => {
  expect((await place({ path: 'docs/images/shot.png' })).text).toBe(
    'Placed Shot.png (900008 bytes) as docs/images/shot.png. Refer to it in the form that the site uses, with alternative text.',
  );
  expect(bytes('docs/images/shot.png').equals(png)).toBe(true);
  expect((await place({ name: '@context/attachments/Shot.png', path: 'docs/media/' })).text).toContain(
    'as docs/media/Shot.png.',
  );
});

it.each([
  ['docs/My shot (1)?.png', 'docs/My-shot-1-.png'],
  ['docs/page.html', 'docs/page.png'],
  ['docs/.hidden.png', 'docs/hidden.png'],
  ['docs/bild', 'docs/bild.png'],
  ['docs/größe.PNG', 'docs/größe.PNG'],
  [`docs/${'x'.repeat(300)}.png`, `docs/${'x'.repeat(96)}.png`],
])('makes the name %j harmless', async (path, expected) => {
  expect((await place({ path })).text).toContain(` as ${expected}. `);
  expect(bytes(expected).equals(png)).toBe(true);
});

it('says when the ending of the name had to be another one', async () => {
  const note = 'Its name ends with .png, because it is a file of the kind image/png.';
  expect((await place({ path: 'docs/page.html' })).text).toContain(`as docs/page.png. ${note} Refer`);
  expect((await place({ path: 'docs/bild.png' })).text).not.toContain('because it is');
});

it('writes only where any change may be written', async () => {
  box.put('docs/a.md', 'A\n');
  symlinkSync(box.folder, join(box.root, 'docs/up'));
  for (const [path, why] of [
    ['other/shot.png', /outside the docs folder/],
    ['../shot.png', /contains '\.\.'/],
    ['.github/workflows/', /protected/],
    ['docs/up/shot.png', /symbolic link/],
    ['@context/attachments/b.png', /read-only/],
    ['docs/', undefined],
    ['docs/Shot.png', /already exists/],
    ['docs/SHOT.png', /differs from 'docs\/Shot\.png' only in case/],
    ['docs/aux.png', /its name is invalid on Windows: .*\. Choose another name\.$/],
  ] as const) {
    const outcome = await place({ path });
    expect(outcome.failed ?? false).toBe(why !== undefined);
    if (why !== undefined) expect(outcome.text).toMatch(why);
  }
  expect(await place({ path: 'docs/Shot.png', overwrite: true })).not.toHaveProperty('failed');
  for (const name of ['nowhere.png', '../tree/docs/a.md', '.env'])
    expect(await place({ name, path: 'docs/b.png' })).toMatchObject({ failed: true });
});

it('checks a text as other writes are, and keeps code out of the repository', async () => {
  box.dispose();
  box = createToolbox({ attachments });
  expect((await place({ name: 'page.md', path: 'guides/' })).text).toMatch(/ as guides\/page\.md\. The file parses/);
  expect((await place({ name: 'page.md', path: 'src/run.ts' })).text).toMatch(/it is not of a kind/);
  expect((await place({ name: 'page.md', path: 'package.json' })).text).toMatch(/protected/);
});

it('is no tool where nothing can be attached', async () => {
  box.dispose();
  box = createToolbox();
  await expect(place({ path: 'a.png' })).rejects.toThrow('no tool');
});
