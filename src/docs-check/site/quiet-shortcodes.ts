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
/**
 * Those of themes that frame what stands in them: of Docsy, Hextra, Book, Geekdoc, Relearn and sites with their own. Ids that such a
 * template brings are those by which a script opens it, and no link names them.
 */
const frames =
  /^(?:alert|admonition|badge|button|callout|cardpane|cards?|codetab|columns?|expand|hint|icon|imgproc|note|notice|pageinfo|steps|tabpane|tabs?|tip|warning)$/u;
const template = /(?:^|\/)layouts\/_?shortcodes\/([^.]+)\.(?:\w+\.)?html$/u;
/** What may give the page an element with an anchor: its own, a heading, and what comes from another file. */
const bringsAnchors =
  /\bid\s*=|\bname\s*=|^#|\bpartial|readFile|GetPage|RawContent|\.Content\b|RenderString|resources\./mu;
const showsOthers = /^#|<h\d|readFile|GetPage|RawContent|\.Content\b|resources\./mu;

/** Names of the shortcodes of Hugo that bring no anchors: its own, and those whose templates in the repository say so. */
export async function readQuietShortcodes(site: Site, files: FileIndex): Promise<ReadonlySet<string>> {
  if (site.framework !== 'hugo') return new Set();
  const named = new Set(
    [...site.pages.values()].flatMap(({ includes }) => includes.flatMap(({ source }) => shortcodeOf(source) ?? [])),
  );
  if (named.size === 0) return named;
  const quiet = new Set([...builtIn, ...[...named].filter((name) => frames.test(name))]);
  const loud = new Set<string>();
  for (const path of files.paths) {
    const name = template.exec(path)?.[1];
    if (name === undefined) continue;
    const text = await files.readText(path);
    const isLoud = (frames.test(name) ? showsOthers : bringsAnchors).test(text ?? '#');
    (isLoud ? loud : quiet).add(name);
  }
  return quiet.difference(loud);
}

/** The name in `{{< name` and `{{% /name`, as a page is found to show it. */
export function shortcodeOf(source: string): string | undefined {
  return /^\{\{[<%]\s*\/?([\w./-]+)$/u.exec(source)?.[1];
}
