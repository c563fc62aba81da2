import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sampleSites, writeSite } from '../../check/test/sample-sites.ts';
import { documentationAttacks } from '../hostile/documentation-attacks.ts';
import type { InputOf } from './input.ts';
import { mutateText } from './mutate-text.ts';
import type { Random } from './random.ts';

type Files = Readonly<Record<string, string>>;

const root = join(import.meta.dirname, '../..');
const readAll = (folder: string, name: RegExp): Files =>
  Object.fromEntries(
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => name.test(path))
      .sort()
      .map((path) => [path, readFileSync(join(root, folder, path), 'utf8')]),
  );

/** Our own guide as each framework would hold it, what we made to be small, and what we made to be hostile. */
const sites: readonly Files[] = [
  ...sampleSites.map((site) => writeSite(site)),
  readAll('src/demo/sample-site', /\.(?:mdx?|json)$/),
  readAll('docs/guide', /\.md$/),
  {
    'conf.py': 'project = "x"\nextensions = ["myst_parser", "sphinx.ext.autodoc"]\nexclude_patterns = ["_build"]\n',
    'index.rst': 'Title\n=====\n\n.. toctree::\n   :maxdepth: 2\n\n   a\n   b <c>\n\n.. note:: A :ref:`b`.\n',
    'a.rst':
      '.. _b:\n\nA\n-\n\n.. code-block:: python\n\n   x = 1\n\n`link <a.html>`_ and |c|\n\n.. |c| image:: c.png\n',
  },
  ...Object.values(documentationAttacks).filter((files) => JSON.stringify(files).length < 100_000),
];

const markdown = [
  ...[
    '# ',
    '## b {#c}',
    '---\n',
    '```',
    '~~~',
    '> ',
    '- ',
    '1. ',
    '    ',
    '[x](',
    ')',
    '![',
    '](',
    '[a]: ',
    '[^1]',
    '***',
  ],
  ...[
    '<A',
    '/>',
    '</A>',
    '<b ',
    'id="',
    '{/*',
    '*/}',
    '<!--',
    '-->',
    '$$',
    '|',
    '| - |\n',
    ':::note\n',
    '{{',
    '}}',
    '{%',
  ],
  ...[
    'import a from "',
    'export const a = ',
    '--8<-- "',
    '```{toctree}\n',
    '{ref}`',
    '.. a::\n',
    '`_',
    '%}',
    '://',
    'mailto:',
  ],
];
const yaml = [
  'title: ',
  'nav:\n',
  '  - ',
  '&a ',
  '*a',
  '<<: *a',
  '!!python/name:x',
  '? ',
  '|\n',
  '>-\n',
  '{',
  '}',
  '[',
  ']',
  '---\n',
  '...\n',
  '#',
];
const json = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  '"pages":',
  '"groups":',
  '"$ref":',
  '"*"',
  '"#/"',
  'null',
  '1e9',
  String.raw`\u0000`,
];
const code = [
  ...[
    'const a = ',
    'a(',
    ')',
    '[...a]',
    '{...a}',
    '=> ',
    'function a() {',
    'return ',
    'require("./a")',
    'import("./a")',
    '`',
    '${a}',
  ],
  ...[
    'new Map(',
    'Array(9e9)',
    '.repeat(9e9)',
    '.map(',
    'while (1) {',
    'a.a.a',
    'eval("',
    'process.env',
    'export default ',
    'as const',
    '/(a+)+/',
    '**',
  ],
];
const wordsOf = (path: string): readonly string[] =>
  /\.(?:ya?ml|toml|cfg)$|^\.gitignore$/.test(path)
    ? yaml
    : path.endsWith('.json')
      ? json
      : /\.(?:[cm]?[jt]sx?|py)$/.test(path)
        ? code
        : markdown;

/** A site of which a few files are changed; by a job of the server in one of thirty cases. */
export function makeDocumentation(random: Random): InputOf<'documentation'> {
  const site = random.pick(sites);
  const files: Record<string, string> = { ...site };
  const paths = Object.keys(files).filter((path) => !path.endsWith('.png'));
  const settings = paths.filter((path) => wordsOf(path) !== markdown);
  for (let left = random.amount(1, 5); left > 0; left -= 1) {
    const path = random.pick(settings.length > 0 && random.percent(60) ? settings : paths);
    files[path] = mutateText(files[path] ?? '', random, random.percent(85) ? wordsOf(path) : [...markdown, ...code]);
  }
  if (random.percent(10)) {
    const path = random.pick(paths);
    files[mutateText(path, random, ['/', '.md', '..', '[[...a]]', '(b)', '_', ' ']).slice(0, 150)] = files[path] ?? '';
  }
  return { kind: 'documentation', files, by: random.percent(3) ? 'job' : 'check' };
}
