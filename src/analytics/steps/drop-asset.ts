import { pathOf } from '../path.ts';
import type { Step } from './step.ts';

/** File endings that no content page has. `.txt` is here because only `llms.txt` and `llms-full.txt` are pages. */
const assetEndings = new Set(
  (
    'css js mjs cjs map json jsonld xml rss atom webmanifest manifest wasm txt csv yaml yml toml ' +
    'png jpg jpeg gif svg webp avif ico bmp tiff woff woff2 ttf otf eot mp4 webm mov mp3 ogg wav m4a flac ' +
    'pdf zip gz tgz bz2 xz 7z rar tar dmg exe msi deb rpm apk iso doc docx xls xlsx ppt pptx epub psd ' +
    'php asp aspx jsp cgi env sql bak log ini swf'
  ).split(' '),
);
const textPages = new Set(['llms.txt', 'llms-full.txt']);
/** Folders of build output and of services, wherever they stand in a path. */
const assetFolders = /\/(?:_next|_astro|_nuxt|_vercel|_app|cdn-cgi|\.well-known|\.git)\//;

export const dropAsset: Step = ({ hit }) => {
  const destination = hit.headers?.['sec-fetch-dest'];
  if (destination !== undefined && !pageDestinations.has(destination)) return 'asset';
  const path = pathOf(hit.url);
  return isAsset(path) || assetFolders.test(path) ? 'asset' : undefined;
};

/** `empty` is `fetch()`: agents in Node and in the browser read pages with it. */
const pageDestinations = new Set(['document', 'iframe', 'frame', 'empty']);

function isAsset(path: string): boolean {
  const dot = path.lastIndexOf('.');
  if (dot < 0 || path.length - dot > 12) return false;
  const slash = path.lastIndexOf('/');
  if (slash > dot) return false;
  if (!assetEndings.has(path.slice(dot + 1).toLowerCase())) return false;
  return !textPages.has(path.slice(slash + 1));
}
