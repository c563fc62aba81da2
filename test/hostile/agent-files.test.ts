import { describe, expect, it } from 'vitest';
import { findForbiddenChange } from '../../src/agent/protection/forbidden-change.ts';

/** What a program would run, a host would obey or an agent would follow: of many kinds, none a list of what is forbidden. */
const obeyed = [
  ...['package.json', 'Makefile', 'BUILD.bazel', 'build.zig', 'Package.swift', 'mix.exs', 'build.sbt', 'project.clj'],
  ...['dune-project', 'meson.build', 'SConstruct', 'Rakefile', 'Justfile', 'Taskfile.yml', 'flake.nix', 'setup.cfg'],
  ...['Dockerfile', 'compose.override.yaml', 'Chart.yaml', 'kustomization.yaml', 'fly.toml', 'app.yaml', 'Procfile'],
  ...[
    'serverless.yml',
    'wrangler.jsonc',
    'vercel.json',
    'netlify.toml',
    '_headers',
    '_routes.json',
    'CNAME',
    'web.config',
  ],
  ...['.htaccess', 'nginx.conf', 'robots.txt', '_worker.js', 'middleware.ts', 'functions/hello.js', 'index.php'],
  ...['.github/workflows/a.yml', '.gitlab-ci.yml', 'Jenkinsfile', '.husky/pre-commit', '.vscode/tasks.json'],
  ...['.idea/workspace.xml', '.zed/tasks.json', 'AGENTS.md', 'CLAUDE.md', '.cursor/rules/a.mdc', '.env', 'id.pem'],
  ...['requirements.txt', 'uv.lock', 'Gemfile', 'go.mod', 'conf.py', 'sitecustomize.py', 'a.pth', 'run.sh', 'a.ps1'],
  ...['layouts/index.html', 'theme/main.html', 'page.vue', 'page.astro', 'a.liquid', 'a.njk', 'binding.gyp', 'a.wasm'],
];

const spellings: readonly ((name: string) => string)[] = [
  (path) => path,
  (path) => path.toUpperCase(),
  (path) => path.replace(/[a-z]/, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0)),
  ...['\u200b', '\u202e', '\ufeff', '\u00ad', '\u{e0061}', '\ufe0f', '\u3164'].map(
    (hidden) => (path: string) => path.replace(/.(?=[^/]*$)/u, (letter) => letter + hidden),
  ),
  ...['.', ' ', '. .', ':stream', '::$DATA', '::$INDEX_ALLOCATION'].map((end) => (path: string) => path + end),
];
const folders = ['', 'docs/', 'docs/i18n/de/', 'content/data/', 'examples/app/', '_includes/', 'a/b/docs/openapi/'];

const isTaken = async (path: string, docsFolder: string) =>
  (await findForbiddenChange(
    { path, before: undefined, after: Buffer.from('{"a": "b"}') },
    { allowedPaths: [], docsFolder },
  )) === undefined;

describe('what a program runs or a host obeys', () => {
  it.each(folders)(
    'is never written without being named, however it is spelled, in the folder "%s"',
    async (folder) => {
      // Code in a folder of examples is shown to readers.
      const shown = /^(?:examples|_includes)\/.*\.(?:php|zig|swift|exs|clj|vue|astro|js|ts)$/;
      const taken: string[] = [];
      for (const name of obeyed)
        for (const spell of spellings)
          for (const docsFolder of ['', 'docs']) {
            const path = folder + spell(name);
            if (!shown.test(folder + name.toLowerCase()) && (await isTaken(path, docsFolder))) taken.push(path);
          }
      expect(taken).toEqual([]);
    },
  );

  it('is not a page because its ending is one, nor the other way round', async () => {
    for (const name of obeyed) expect(await isTaken(`docs/${name}.bak`, '')).toBe(false);
    for (const ending of ['sh', 'js', 'py', 'exe', 'html.erb', 'yml.j2'])
      expect(await isTaken(`docs/a.md.${ending}`, '')).toBe(false);
  });
});

it('what teams document in stays writable', async () => {
  const pages = [
    'md',
    'mdx',
    'rst',
    'adoc',
    'html',
    'ipynb',
    'txt',
    'csv',
    'svg',
    'png',
    'po',
    'xliff',
    'puml',
    'mdoc',
  ];
  const data = [
    'docs.json',
    'toc.yml',
    '_meta.json',
    'openapi.yaml',
    'nav.yml',
    'data/team.yaml',
    'i18n/en.toml',
    '.pages',
  ];
  for (const path of [
    ...pages.map((ending) => `docs/guide/Über uns (2).${ending}`),
    ...data.map((name) => `docs/${name}`),
  ])
    for (const docsFolder of ['', 'docs']) expect(await isTaken(path, docsFolder), path).toBe(true);
});
