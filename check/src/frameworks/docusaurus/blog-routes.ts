import type { PageFacts } from '../../page/page-facts.ts';
import { normaliseRoute, within, withoutExtension } from '../../site/paths.ts';
import { textOf } from '../../settings/narrow.ts';

const dated = /^(?<folder>.*?)(?<date>\d{4}[-/]\d{1,2}[-/]\d{1,2})[-/]?(?<text>.*?)(?:\/?index)?$/u;

/** The address of a blog post: its slug, or the date in its file name and the rest. https://docusaurus.io/docs/blog */
export function blogRoute(path: string, facts: PageFacts, folder: string, routeBase: string): string {
  const slug = textOf(facts.frontmatter['slug']);
  if (slug !== undefined) return normaliseRoute(`${routeBase}/${slug}`);
  const inside = withoutExtension(within(folder, path) ?? path);
  const match = dated.exec(inside)?.groups;
  if (match === undefined) return normaliseRoute(`${routeBase}/${inside.replace(/\/?index$/u, '')}`);
  const date = (match['date'] ?? '').replaceAll('-', '/');
  return normaliseRoute(`${routeBase}/${match['folder'] ?? ''}${date}/${match['text'] ?? ''}`);
}
