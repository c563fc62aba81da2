import type { FileIndex } from './file-index.ts';
import type { Site } from './site.ts';

/** https://gohugo.io/shortcodes/ */
const builtIn = [
  'comment',
  'details',
  'figure',
  'gist',
  'highlight',
  'instagram',
  'param',
  'qr',
  'ref',
  'relref',
  'tweet',
  'vimeo',
  'x',
  'youtube',
];
const template = /(?:^|\/)layouts\/_?shortcodes\/([^.]+)\.(?:\w+\.)?html$/u;
/** What may give the page an element with an anchor: its own, a heading, and what comes from another file. */
const bringsAnchors =
  /\bid\s*=|\bname\s*=|^#|\bpartial|readFile|GetPage|RawContent|\.Content\b|RenderString|resources\./mu;

/** Names of the shortcodes of Hugo that bring no anchors: its own, and those whose templates in the repository say so. */
export async function readQuietShortcodes(site: Site, files: FileIndex): Promise<ReadonlySet<string>> {
  const isUsed = [...site.pages.values()].some(({ includes }) => includes.some(({ source }) => shortcodeOf(source)));
  if (!isUsed || site.framework !== 'hugo') return new Set();
  const quiet = new Set(builtIn);
  const loud = new Set<string>();
  for (const path of files.paths) {
    const name = template.exec(path)?.[1];
    if (name === undefined) continue;
    const text = await files.readText(path);
    (text === undefined || bringsAnchors.test(text) ? loud : quiet).add(name);
  }
  return quiet.difference(loud);
}

/** The name in `{{< name` and `{{% /name`, as a page is found to show it. */
export function shortcodeOf(source: string): string | undefined {
  return /^\{\{[<%]\s*\/?([\w./-]+)$/u.exec(source)?.[1];
}
