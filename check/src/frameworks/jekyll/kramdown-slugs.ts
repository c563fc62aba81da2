import type { AnchorStyle } from '../../site/site.ts';
import { numberedSlugs, withOther } from '../../site/slugs.ts';

/** As its parser of GitHub's Markdown makes them: https://github.com/kramdown/parser-gfm/blob/master/lib/kramdown/parser/gfm.rb */
function asGithub(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- \t]/gu, '')
    .replace(/[ \t]/gu, '-');
}

/** As it makes them otherwise: https://kramdown.gettalong.org/converter/html.html#auto-ids */
function asItself(text: string): string {
  const kept = text.replace(/^[^a-z]+/iu, '').replace(/[^a-z\d -]/giu, '');
  return kept.replaceAll(' ', '-').toLowerCase() || 'section';
}

/** Hyphens in a row are a dash, of which nothing is left. */
function withoutDashes({ text }: { readonly text: string }): string {
  return text.replace(/-{2,}/gu, '');
}

/** The anchors of headings that kramdown makes with one parser or the other. */
export const kramdownSlugs: AnchorStyle['slugs'] = (headings) =>
  [asGithub, asItself].flatMap((slug) => withOther(numberedSlugs(slug, '-', 1), withoutDashes)(headings));

/** True for settings that name another program for Markdown, or have it make no anchors. */
export function makesOtherAnchors(settings: string): boolean {
  return /^markdown[ \t]*:[ \t]*["']?(?!kramdown\b)\w|\bauto_ids["']?[ \t]*:[ \t]*["']?false/imu.test(settings);
}
