import { isPage } from '../prompts/find-documentation.ts';

/** In the order in which what is found in them is shown. */
export const fileKinds = ['documentation pages', 'other files', 'generated and locked files'] as const;

/** What programs write: packages, builds, snapshots, locks, minified code, tables of data. */
const generatedFolder =
  /(?:^|\/)(?:node_modules|vendor|third_party|dist|_site|__snapshots__|__fixtures__|fixtures|testdata|coverage|\.next|\.docusaurus)\//iu;
const generatedName =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|go\.sum|[^/]*\.lock|bun\.lockb)$|[.-]min\.[a-z]+$|\.(?:map|snap|lock|csv|tsv|ndjson|jsonl|svg|po|pot|ipynb)$|(?:^|\/)(?:openapi|swagger)[^/]*\.(?:json|ya?ml)$|(?:^|[/._-])generated[/._-]/iu;

/** Index into `fileKinds`. */
export function kindOf(path: string): number {
  if (generatedFolder.test(path) || generatedName.test(path)) return 2;
  return isPage(path) ? 0 : 1;
}
