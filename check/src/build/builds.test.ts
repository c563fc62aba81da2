import { expect, it } from 'vitest';
import type { Finding } from '../finding.ts';
import { askBuilds, type InstalledBuild, knownBuilds } from './ask-builds.ts';

const paths = ['docs/index.md', 'docs/guide/02-start.md', 'docs/b.md'];

function siteOf(name: string, root: string): InstalledBuild {
  const build = knownBuilds.find((known) => known.name === name);
  if (build === undefined) throw new Error(`${name} is not known`);
  return { build, root, settings: `${root}settings`, program: 'node_modules/.bin/program' };
}

/** Rule, severity, place and voices of what is found when a build of this name prints this. */
async function asked(name: string, root: string, output: string, own: readonly Finding[] = [], failed = true) {
  const commands: string[] = [];
  const report = await askBuilds(
    { frameworks: [], pages: 1, findings: own },
    [siteOf(name, root)],
    paths,
    (command) => {
      commands.push(command);
      return Promise.resolve({ failed, how: 'ended with 1', output });
    },
  );
  return report.findings.map(
    ({ rule, severity, path, line, message, saidBy }) =>
      `${severity} ${rule} ${path}:${line ?? '-'} ${saidBy?.join('+') ?? ''} ${message}`,
  );
}

const broken = (path: string, message: string): Finding => {
  return { rule: 'broken-link', severity: 'error', path, line: 3, column: 1, message, introduced: undefined };
};

it('says once what both say, and marks each finding with who said it', async () => {
  const own = [
    broken('docs/b.md', 'The link ./gone leads nowhere.'),
    broken('docs/b.md', 'The link ./two leads nowhere.'),
  ];
  const output = '(!) Found dead link ./gone in file b.md\n(!) Found dead link ./three in file b.md\n';
  expect(await asked('vitepress', 'docs/', output, own)).toEqual([
    'error build-failed docs/b.md:- vitepress vitepress says: ./three: broken.',
    'error broken-link docs/b.md:3 docwright+vitepress The link ./gone leads nowhere.',
    'error broken-link docs/b.md:3 docwright The link ./two leads nowhere.',
  ]);
});

it.each([
  [
    'vitepress',
    '[vite:vue] [plugin vite:vue] docs/b.md (7:7): Error parsing JavaScript expression: Unexpected token (1:3)',
    'error build-failed docs/b.md:7 vitepress vitepress says: Error parsing JavaScript expression: Unexpected token (1:3).',
  ],
  [
    'docusaurus',
    '- Broken link on source page path = /docs/guide/start:\n   -> linking to /docs/gone',
    'error build-failed docs/guide/02-start.md:- docusaurus docusaurus says: /docs/gone: broken.',
  ],
  [
    'mkdocs',
    "WARNING -  Doc file 'b.md' contains a link 'away.md', but the target is not found among documentation files.",
    "error build-failed docs/b.md:- mkdocs mkdocs says: Doc file 'b.md' contains a link 'away.md', but the target is not found among documentation files.",
  ],
  [
    'starlight',
    '▶ guide/start/\n  └─ /gone - invalid link',
    'error build-failed docs/guide/02-start.md:- starlight starlight says: /gone: invalid link.',
  ],
  [
    'sphinx',
    "/workspace/docs/b.md:3: WARNING: 'myst' cross-reference target not found: 'x' [myst.xref_missing]",
    "error build-failed docs/b.md:3 sphinx sphinx says: 'myst' cross-reference target not found: 'x' [myst.xref_missing].",
  ],
  ['mintlify', 'b.md\n ⎿  /gone', 'error build-failed docs/b.md:- mintlify mintlify says: /gone: broken.'],
])('reads what %s prints', async (name, output, expected) => {
  expect(await asked(name, '', output)).toEqual([expected]);
});

it('warns of what did not stop the build, and tells how one ended that says nothing it can read', async () => {
  const warning = "WARNING -  Doc file 'b.md' contains a link '#no', but there is no such anchor on this page.";
  const own = [broken('docs/b.md', 'This page has no anchor #no.')];
  expect(await asked('mkdocs', '', warning, [], false)).toMatchObject([
    expect.stringMatching(/^warning build-warned/u),
  ]);
  expect(await asked('mkdocs', '', warning, own, false)).toEqual([
    'error broken-link docs/b.md:3 docwright+mkdocs This page has no anchor #no.',
  ]);
  expect(await asked('docusaurus', 'docs/', 'Error: no such plugin\n    at a.js:1', [])).toEqual([
    'error build-failed docs/settings:- docusaurus docusaurus says: the build ended with 1. It ended with: Error: no such plugin.',
  ]);
});
