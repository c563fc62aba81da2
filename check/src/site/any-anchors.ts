import type { Heading } from '../page/page-facts.ts';
import { plainAnchors, type AnchorStyle } from './site.ts';
import { githubSlugs } from './slugs.ts';

/**
 * Anchors that some generator makes of these headings. They are compared by their letters and digits, so only what generators do
 * differently with those is told apart: leading numbers, words in place of signs, and where numbers of repeated headings begin.
 */
function anySlugs(headings: readonly Heading[]): readonly string[] {
  const anchors = [...githubSlugs(headings)];
  const times = new Map<string, number>();
  for (const { text, bareText, raw, id } of headings) {
    if (id !== undefined) continue;
    const forms = [
      text,
      bareText ?? text,
      raw ?? text,
      text.replace(/^\P{L}+/u, ''),
      text.replace(/[&$<>%]/gu, (sign) => signs[sign] ?? sign),
      text.replaceAll('&', 'amp'),
      text.normalize('NFKD').replace(/\p{M}/gu, ''),
    ];
    // GitBook puts `id-` before what is no letter, and mdBook put `a`.
    if (/^\P{L}/u.test(text)) anchors.push(`a${text}`, `id-${text}`);
    const own = /\{:?\s*#([^\s{}]+)[^{}]*\}\s*$/u.exec(text)?.[1];
    if (own !== undefined) anchors.push(own);
    const repeated = times.get(text) ?? 0;
    times.set(text, repeated + 1);
    for (const form of new Set(forms)) anchors.push(form, `${form}-${repeated}`, `${form}-${repeated + 1}`);
  }
  return anchors;
}

const signs: Readonly<Record<string, string>> = {
  '&': 'and',
  $: 'usd',
  '<': 'less-than',
  '>': 'greater-than',
  '%': 'percent',
};

/** Anchors of pages whose generator makes them in a way that is not known. */
export const anyAnchors: AnchorStyle = {
  ...plainAnchors,
  slugs: anySlugs,
  headings: ({ headings, htmlHeadings = [], detailsTitles = [] }) => [...headings, ...htmlHeadings, ...detailsTitles],
  loose: true,
  isMade: (anchor, facts) => /^[/!]/u.test(anchor) || plainAnchors.isMade(anchor, facts),
  everywhere: ['', 'top', 'main', 'content', 'main-content'],
};
