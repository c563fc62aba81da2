import type { FileIndex } from './file-index.ts';
import { joinPath, within } from './paths.ts';
import type { Site } from './site.ts';
import { deploysToPages } from './slash-on-load.ts';

const job = /^\.github\/workflows\/[^/]+\.ya?ml$/u;
/**
 * What a job publishes: https://github.com/actions/upload-pages-artifact#inputs-, https://github.com/peaceiris/actions-gh-pages#options
 * and https://github.com/JamesIves/github-pages-deploy-action#configuration-
 */
const publishes = /^[ \t-]*(?:publish[_-]dir|folder|path)\s*:\s*["']?(?:\.\/)?([\w./-]+?)\/?["']?[ \t]*(?:#.*)?$/gimu;
/** Where it puts that below the top, or beside what is there. */
const putsElsewhere =
  /^[ \t]*(?:destination_dir|target[_-]folder|keep_files|external_repository|repository-name)\s*:/imu;
/** What only looks whether something is there. */
const looks = /(?:\btest|\[)[ \t]+-[a-z][ \t]+\S+|\b(?:ls|cat|du|find)[ \t][^\n]*/gu;
/** https://www.mkdocs.org/user-guide/deploying-your-docs/#project-pages */
const deploysMkdocs = /\bmkdocs\s+gh-deploy\b(?!.*\s(?:-[bf]|--remote-branch|--config-file)\b)/u;
/** Where programs write a site, from the folder of its settings, unless they are told otherwise. */
const written: Readonly<Record<string, readonly string[]>> = {
  mdbook: ['book', 'book/html'],
  gitbook: ['_book'],
  mkdocs: ['site'],
  zensical: ['site'],
  docusaurus: ['build'],
  vitepress: ['.vitepress/dist'],
  starlight: ['dist'],
  nextra: ['out'],
  fumadocs: ['out'],
  sphinx: ['_build/html', 'build/html'],
  'sphinx-myst': ['_build/html', 'build/html'],
  'jupyter-book': ['_build/html'],
  quarto: ['_site', '_book'],
  docfx: ['_site'],
  vuepress: ['.vuepress/dist'],
  hugo: ['public'],
  hexo: ['public'],
  zola: ['public'],
  jekyll: ['_site'],
  eleventy: ['_site'],
};

/** Tells of a site whether jobs of the repository publish it, and nothing else, at the top of its pages on GitHub. */
export async function readPublishedFolders(files: FileIndex): Promise<(site: Site) => boolean> {
  const texts = await Promise.all(files.paths.filter((path) => job.test(path)).map((path) => files.readText(path)));
  const jobs = texts.filter((text) => text !== undefined && (deploysToPages.test(text) || deploysMkdocs.test(text)));
  const [only] = jobs;
  if (only === undefined || jobs.length > 1 || putsElsewhere.test(only)) return () => false;
  const named = [...only.matchAll(publishes)].map(([, folder = '']) => joinPath(folder) ?? '');
  const run = only.replaceAll(looks, '');
  // What is put into the folder lies beside the pages of the site.
  const folders = named.filter(
    (folder) =>
      folder !== '' &&
      !run
        .split(`${folder}/`)
        .slice(1)
        .some((rest) => /^[\w.*$]/u.test(rest)),
  );
  return ({ framework, root }) =>
    (framework === 'mkdocs' && root === '' && deploysMkdocs.test(only)) ||
    folders.some((folder) => written[framework]?.includes(within(root, folder) ?? '') === true);
}
