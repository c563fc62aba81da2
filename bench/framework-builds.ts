// Breaks links of the sample site in five ways and asks both our check and the framework's own build which are broken:
//   node bench/framework-builds.ts <framework> <folder in which the framework is installed>
// The folder is used for the site. What the build itself does not look at is read from the HTML that it made.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createCheck } from '../check/src/create-check.ts';
import { createFolderTree } from '../check/src/check.ts';
import { kinds } from '../check/test/breakages.ts';
import type { Files } from '../check/test/memory-tree.ts';
import { pageIds, sampleSites, writeSite } from '../check/test/sample-sites.ts';

/** How a framework builds the sample site so that it says what is broken. */
interface Build {
  readonly command: string;
  readonly arguments: readonly string[];
  /** True when the command is run in the folder of the site. */
  readonly inSite?: boolean;
  /** Files that a build needs and a check does not. */
  readonly files: Files;
  /** Folder of the HTML, to be read for what the build says nothing about. */
  readonly output?: string;
  /** Kinds that stop the build at the first one: each is tried alone. */
  readonly alone?: readonly string[];
  /** Files that differ where broken links would stop the build before there is any HTML. */
  readonly filesForHtml?: Files;
}

const nextLayout = `import { Layout } from 'nextra-theme-docs';
import { Head } from 'nextra/components';
import { getPageMap } from 'nextra/page-map';
export default async function Root({ children }) {
  return <html><Head /><body><Layout pageMap={await getPageMap()}>{children}</Layout></body></html>;
}
`;
const nextPage = `import { generateStaticParamsFor, importPage } from 'nextra/pages';
import { useMDXComponents } from '../../mdx-components';
export const generateStaticParams = generateStaticParamsFor('mdxPath');
export default async function Page(props) {
  const { mdxPath } = await props.params;
  const { default: Content, toc, metadata } = await importPage(mdxPath);
  const Wrapper = useMDXComponents().wrapper;
  return <Wrapper toc={toc} metadata={metadata}><Content {...props} /></Wrapper>;
}
`;

/** https://fumadocs.dev/docs/integrations/validate-links */
const fumadocsValidation = `import { readFileSync, readdirSync } from 'node:fs';
import { getTableOfContents } from 'fumadocs-core/content/toc';
import { printErrors, scanURLs, validateFiles } from 'next-validate-link';
const files = await Promise.all(readdirSync('content/docs', { recursive: true }).filter((path) => path.endsWith('.mdx')).map(async (path) => {
  const content = readFileSync('content/docs/' + path, 'utf8');
  const slug = path.replace(/\\.mdx$/, '').split('/').filter((part) => part !== 'index');
  const body = content.replace(/^---[\\s\\S]*?\\n---/, '');
  return { path: 'content/docs/' + path, content, url: ['/docs', ...slug].join('/'), value: { slug }, hashes: (await getTableOfContents(body)).map(({ url }) => url.slice(1)) };
}));
const scanned = await scanURLs({ populate: { 'docs/[[...slug]]': files } });
printErrors(await validateFiles(files, { scanned, checkRelativePaths: 'as-url', markdown: { components: { a: { attributes: ['href'] } } } }));
`;
const json = (value: unknown): string => JSON.stringify(value);
const starlightSettings = (plugins: string): string => `import { defineConfig } from 'astro/config';
import starlight from '@astrojs/starlight';
import starlightLinksValidator from 'starlight-links-validator';
const integration = starlight({ title: 'Sample', sidebar: ${json(pageIds)}, plugins: [${plugins}] });
export default defineConfig({ integrations: [integration] });
`;

const builds: Readonly<Record<string, Build>> = {
  vitepress: {
    command: 'node_modules/.bin/vitepress',
    arguments: ['build', 'site'],
    files: { 'package.json': '{ "type": "module" }' },
    output: 'site/.vitepress/dist',
    alone: ['image that does not exist'],
    filesForHtml: { '.vitepress/config.ts': 'export default { ignoreDeadLinks: true };' },
  },
  docusaurus: {
    command: 'node_modules/.bin/docusaurus',
    arguments: ['build', 'site', '--no-minify'],
    files: {
      'docusaurus.config.js': `module.exports = { title: 'x', url: 'https://example.com', baseUrl: '/', onBrokenLinks: 'warn', onBrokenAnchors: 'warn', onBrokenMarkdownLinks: 'warn', presets: [['classic', { docs: { sidebarPath: './sidebars.js', routeBasePath: '/' }, blog: false, pages: false }]] };\n`,
      'package.json': '{}',
    },
    output: 'site/build',
    alone: ['image that does not exist'],
  },
  starlight: {
    command: 'node_modules/.bin/astro',
    arguments: ['build', '--root', 'site'],
    files: {
      'astro.config.mjs': starlightSettings('starlightLinksValidator()'),
      'src/content.config.ts': `import { defineCollection } from 'astro:content';\nimport { docsLoader } from '@astrojs/starlight/loaders';\nimport { docsSchema } from '@astrojs/starlight/schema';\nexport const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) };\n`,
      'package.json': json({ type: 'module', dependencies: { '@astrojs/starlight': '*' } }),
    },
    output: 'site/dist',
    filesForHtml: { 'astro.config.mjs': starlightSettings('') },
  },
  mkdocs: {
    command: 'bin/mkdocs',
    arguments: ['build', '-f', 'site/mkdocs.yml'],
    files: {
      'mkdocs.yml': `site_name: Sample\ntheme: material\nmarkdown_extensions: [pymdownx.snippets]\nvalidation: { links: { anchors: warn, unrecognized_links: warn, absolute_links: warn } }\n`,
    },
    output: 'site/site',
  },
  'sphinx-myst': {
    command: 'bin/sphinx-build',
    arguments: ['-n', '-W', '--keep-going', '-b', 'html', 'site', 'site/_build'],
    files: { 'conf.py': `extensions = ["myst_parser"]\nmyst_heading_anchors = 3\nroot_doc = "contents"\n` },
    output: 'site/_build',
  },
  nextra: {
    command: 'node_modules/.bin/next',
    arguments: ['build', '--webpack'],
    inSite: true,
    files: {
      'next.config.mjs': `import nextra from 'nextra';\nexport default nextra({ staticImage: false })({ output: 'export', images: { unoptimized: true } });\n`,
      'app/layout.jsx': nextLayout,
      'app/[[...mdxPath]]/page.jsx': nextPage,
      'mdx-components.js': `import { useMDXComponents as themed } from 'nextra-theme-docs';\nexport const useMDXComponents = () => themed();\n`,
      'package.json': '{ "type": "module" }',
    },
    output: 'site/out',
  },
  fumadocs: {
    command: process.execPath,
    arguments: ['validate.mjs'],
    inSite: true,
    files: { 'validate.mjs': fumadocsValidation },
  },
};

const [framework = '', folder = '.'] = process.argv.slice(2);
const [sample, build] = [sampleSites.find((site) => site.framework === framework), builds[framework]];
if (sample === undefined || build === undefined) throw new Error(`Say one of: ${Object.keys(builds).join(', ')}.`);
const root = join(folder, 'site');

const linkKinds = Object.entries(kinds).filter(([name]) => /^(?:link|anchor|image)/u.test(name));
/** What the broken address of every seed has that no other text has. */
const seeds = linkKinds.flatMap(([kind, damage], at) =>
  pageIds.map((id, index) => {
    const number = 100 + at * 10 + index;
    const word = { 'link to no page': 'gone', 'link in an HTML element': 'inst', 'image that does not exist': 'logo' }[
      kind
    ];
    return { kind, damage, id, number, token: `${word ?? 'part-'}${number}` };
  }),
);

type Seeds = typeof seeds;
interface Outcome {
  readonly ours: Seeds;
  readonly told: Seeds;
  readonly dead: Seeds;
  /** What is called broken and was not broken on purpose. */
  readonly invented: readonly string[];
}

const run = async (broken: Seeds, extra: Files): Promise<Outcome> => {
  const { command, arguments: words, output, inSite } = build;
  let files: Files = { ...writeSite(sample), ...extra };
  for (const { damage, id, number } of broken) files = damage(sample, files, id, number).files;
  rmSync(root, { recursive: true, force: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  writePicture(join(root, sample.imagePath));
  const { findings } = await createCheck().check({ tree: createFolderTree(root) });
  const errors = findings.flatMap(({ severity, path, message }) =>
    severity === 'error' ? [`${path}: ${message}`] : [],
  );
  const env = {
    ...process.env,
    NO_COLOR: '1',
    FORCE_COLOR: '0',
    NO_MKDOCS_2_WARNING: '1',
    NEXT_TELEMETRY_DISABLED: '1',
  };
  const ran = spawnSync(resolve(folder, command), words, {
    cwd: inSite === true ? root : folder,
    env,
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  const said = ran.stdout + ran.stderr;
  writeFileSync(join(folder, 'build.log'), said);
  const dead = output === undefined ? [] : deadIn(join(folder, output));
  const among = (texts: readonly string[]): Seeds =>
    broken.filter(({ token }) => texts.some((text) => hasToken(text, token)));
  return {
    ours: among(errors),
    told: among([said]),
    dead: among(dead),
    invented: [...errors.map((text) => `ours ${text}`), ...dead.map((text) => `HTML ${text}`)].filter(
      (text) => !seeds.some(({ token }) => hasToken(text, token)),
    ),
  };
};

const alone = seeds.filter(({ kind }) => build.alone?.includes(kind));
const together = seeds.filter((seed) => !alone.includes(seed));
const outcomes = [await run(together, build.files)];
if (build.filesForHtml !== undefined) {
  outcomes.push(await run(together, { ...build.files, ...build.filesForHtml }));
}
for (const seed of alone) outcomes.push(await run([seed], build.files));

console.log(`${framework}: ${seeds.length} broken links on ${pageIds.length} pages`);
for (const [kind] of linkKinds) {
  const count = (of: (outcome: Outcome) => Seeds): number =>
    new Set(outcomes.flatMap(of).filter((seed) => seed.kind === kind)).size;
  const html = build.output === undefined ? '' : `, dead in its HTML ${count(({ dead }) => dead)}`;
  console.log(
    `  ${kind.padEnd(28)} ours ${count(({ ours }) => ours)}, told by the build ${count(({ told }) => told)}${html}`,
  );
}
const invented = new Set(outcomes.flatMap((outcome) => outcome.invented));
console.log(`  not seeded: ${invented.size}`);
for (const words of invented) console.log(`    ${words}`);

function hasToken(text: string, token: string): boolean {
  return new RegExp(`${token}(?!\\d)`, 'u').test(text);
}

/** Addresses in the pages of a built site that lead to no file of it, or to no element of a page. */
function deadIn(output: string): string[] {
  if (!existsSync(output)) return [];
  const pages = readdirSync(output, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.html'));
  return pages.flatMap((page) => {
    const address = `https://site/${page.replace(/(?:^|\/)index\.html$/u, '/').replace(/^\//u, '')}`;
    const text = readFileSync(join(output, page), 'utf8');
    return [...text.matchAll(/<(?:a|img)\s[^>]*?\b(?:href|src)="([^"]+)"/gu)].flatMap(([, written = '']) => {
      const url = new URL(written.replaceAll('&amp;', '&'), address);
      if (url.origin !== 'https://site') return [];
      const target = ['', '.html', '/index.html'].map((end) => join(output, decodeURI(url.pathname) + end));
      const file = target.find((path) => existsSync(path) && !path.endsWith('/') && /\.\w+$/u.test(path));
      const isThere = file !== undefined && (url.hash.length < 2 || hasId(file, decodeURI(url.hash.slice(1))));
      return isThere ? [] : [`${page} ${written}`];
    });
  });
}

function hasId(file: string, id: string): boolean {
  return readFileSync(file, 'utf8').includes(`id="${id}"`);
}

/** The smallest PNG: builds measure pictures. */
function writePicture(path: string): void {
  const data = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  writeFileSync(path, Buffer.from(data, 'base64'));
}
