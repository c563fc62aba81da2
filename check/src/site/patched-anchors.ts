import type { FileIndex } from './file-index.ts';

/** Where patch-package, yarn and pnpm keep what they change of a package, by its name. https://github.com/ds300/patch-package */
const patchOfGenerator =
  /(?:^|\/)\.?(?:yarn\/)?patches\/[^/]*(?:docusaurus|vitepress|astro|starlight|nextra|fumadocs|slug|anchor|remark|rehype|markdown|mdx)[^/]*\.(?:patch|diff)$/iu;
const concernsAnchors = /^[+-].*(?:slug|anchor|heading|\bids?\b)/imu;

/** The patch of a repository that may change how its generator makes anchors, if there is one. */
export async function findPatchOfAnchors(files: FileIndex): Promise<string | undefined> {
  for (const path of files.paths) {
    if (patchOfGenerator.test(path) && concernsAnchors.test((await files.readText(path)) ?? '')) return path;
  }
  return undefined;
}
