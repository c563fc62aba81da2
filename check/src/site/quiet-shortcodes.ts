import type { FileIndex } from './file-index.ts';
import { within } from './paths.ts';
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

/** Tags of Liquid and Jekyll that show nothing but what stands in them, and that no more than once. https://shopify.github.io/liquid/tags/ */
const tagsOfLiquid = [
  'assign',
  'capture',
  'case',
  'comment',
  'else',
  'elsif',
  'endcapture',
  'endcase',
  'endcomment',
  'endhighlight',
  'endif',
  'endraw',
  'endunless',
  'highlight',
  'if',
  'link',
  'post_url',
  'raw',
  'unless',
  'when',
];
const fileOfIncludes = /(?:^|\/)_includes\/(.+)$/u;
/** What an include is given is text of the page that shows it; what comes from elsewhere may have anything. */
const bringsAnchorsToJekyll =
  /\bid\s*=|\bname\s*=|^#|<h[1-6]\b|<script|\{%-?\s*include|\bmarkdownify\b|(?<!\binclude\.)\bcontent\b|\bsite\.data\b/imu;

/**
 * Names of the shortcodes of Hugo and of the tags of Jekyll that bring no anchors: their own, and those whose templates in the repository
 * say so.
 */
export async function readQuietShortcodes(site: Site, files: FileIndex): Promise<ReadonlySet<string>> {
  const named = new Set(
    [...site.pages.values()].flatMap(({ includes }) => includes.flatMap(({ source }) => shortcodeOf(source) ?? [])),
  );
  if (named.size === 0) return named;
  const quiet = new Set([...builtIn, ...tagsOfLiquid, ...[...named].filter((name) => frames.test(name))]);
  const loud = new Set<string>();
  for (const path of files.paths) {
    const [shortcode, include] = [template.exec(path)?.[1], fileOfIncludes.exec(within(site.root, path) ?? '')?.[1]];
    const name = shortcode ?? (include === undefined ? undefined : `include ${include}`);
    if (name === undefined) continue;
    const text = (await files.readText(path)) ?? '#';
    const isLoud = shortcode === undefined ? bringsAnchorsToJekyll : frames.test(name) ? showsOthers : bringsAnchors;
    (isLoud.test(text) ? loud : quiet).add(name);
  }
  return quiet.difference(loud);
}

/** The name in `{{< name`, `{{% /name`, `{% name` and `{% include name`, as a page is found to show it. */
export function shortcodeOf(source: string): string | undefined {
  const [, shortcode, tag] = /^(?:\{\{[<%]\s*\/?([\w./-]+)|\{%-?\s*([\w./\s-]+))$/u.exec(source) ?? [];
  return shortcode ?? tag?.replace(/\s+/gu, ' ');
}
