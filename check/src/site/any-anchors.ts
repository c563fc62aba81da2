import type { Heading } from '../page/page-facts.ts';
import { isContribution } from './contributions.ts';
import { githubSlugs } from './slugs.ts';
import { plainAnchors, type AnchorStyle } from './site.ts';

/**
 * Anchors that some generator makes of these headings. They are compared by their letters and digits alone, so only what
 * generators do differently with those is told apart: numbers in front that kramdown takes off, words that GitBook puts
 * for signs, and where the numbers of repeated headings begin.
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
      spelledOut(text),
      // Hexo makes anchors of escaped text.
      text.replaceAll('&', 'amp'),
      text.normalize('NFKD').replace(/\p{M}/gu, ''),
    ];
    // mdBook put `a` before what is no letter, GitBook puts `id-`: https://github.com/rust-lang/mdBook/blob/v0.3.7/src/utils/mod.rs
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

function spelledOut(text: string): string {
  return text.replace(/[&$<>%]/gu, (sign) => signs[sign] ?? sign);
}

/** Anchors of pages that a generator shows of which the way to make them is not known. */
export const anyAnchors: AnchorStyle = {
  ...plainAnchors,
  slugs: anySlugs,
  loose: true,
  ofHtml: true,
  reachesElsewhere: (anchor, facts) => /^[/!]/u.test(anchor) || isContribution(anchor, facts),
  everywhere: ['', 'top', 'main', 'content', 'main-content'],
};
