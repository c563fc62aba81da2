import { normalisePath, pathOf } from '../path.ts';
import type { Step } from './step.ts';

/** Endings of texts: a page of documentation may be called so, and is one when it is answered as a page. */
const textEndings = new Set(
  'css js mjs cjs json jsonld xml rss atom txt csv yaml yml toml env sql bak log ini'.split(' '),
);
/** Endings that no page has, whatever it is answered with: a site of one page answers every lost file with its HTML. */
const fileEndings = new Set(
  (
    'map webmanifest manifest wasm png jpg jpeg gif svg webp avif ico bmp tiff woff woff2 ttf otf eot ' +
    'mp4 webm mov mp3 ogg wav m4a flac pdf zip gz tgz bz2 xz 7z rar tar dmg exe msi deb rpm apk iso ' +
    'doc docx xls xlsx ppt pptx epub psd swf'
  ).split(' '),
);
/** Texts that are pages whatever they are answered with: servers often do not know the type of Markdown. */
const textPages = /\.(?:mdx?|markdown)$|\/llms(?:-full)?\.txt$/i;
/** What programs look for at any site, and a site of one page answers with its HTML. */
const programFiles = /\/(?:robots|humans|ads|app-ads|security)\.txt$|\/sitemap[^/]*\.xml$/i;
/** Folders of build output and of services, wherever they stand in a path. */
const assetFolders = /\/(?:_next|_astro|_nuxt|_vercel|_app|cdn-cgi|\.well-known|\.git)\//;

/** `empty` is `fetch()`: agents in Node and in the browser read pages with it. */
const pageDestinations = new Set(['document', 'iframe', 'frame', 'empty']);
const pageTypes = /^\s*(?:text\/html|application\/xhtml\+xml|text\/(?:x-)?markdown|text\/mdx)\b/i;
/** Types of which no page is. Others, such as plain text and bytes of no type, are what careless servers call a page. */
const fileTypes =
  /^\s*(?:(?:image|font|audio|video)\/|text\/(?:css|csv|javascript)|application\/(?:javascript|json|pdf|wasm|zip|gzip|[a-z.+-]{1,100}\+json)\b)/i;

/**
 * Content pages only. What the tracker reports is one, since its script ran there; for everything else the address, what
 * it was answered with and the project's own word (`analytics.pages`) decide.
 */
export const dropAsset: Step = ({ hit }, { settings }) => {
  if (hit.source === 'tracker') return undefined;
  const destination = hit.headers?.['sec-fetch-dest'];
  if (destination !== undefined && !pageDestinations.has(destination)) return 'asset';
  const path = pathOf(hit.url);
  if (isPage(path, hit.contentType)) return undefined;
  if (settings.pages.length === 0) return 'asset';
  const name = normalisePath(path, settings.basePath);
  return settings.pages.some((isMeant) => isMeant(name)) ? undefined : 'asset';
};

function isPage(path: string, contentType: string | undefined): boolean {
  if (assetFolders.test(path)) return false;
  const ending = endingOf(path);
  if (ending !== undefined) {
    if (fileEndings.has(ending)) return false;
    if (textPages.test(path)) return true;
    if (textEndings.has(ending))
      return contentType !== undefined && pageTypes.test(contentType) && !programFiles.test(path);
  }
  return contentType === undefined || !fileTypes.test(contentType);
}

/** In lower case; undefined where the last part of the path has none. */
function endingOf(path: string): string | undefined {
  const dot = path.lastIndexOf('.');
  if (dot < 0 || path.length - dot > 12 || path.lastIndexOf('/') > dot) return undefined;
  return path.slice(dot + 1).toLowerCase();
}
