import GithubSlugger from 'github-slugger';
import type { Heading } from '../page/page-facts.ts';

type Slugs = (headings: readonly Pick<Heading, 'text' | 'id' | 'depth' | 'raw'>[]) => readonly string[];

/** `## My title` twice gives `my-title` and `my-title-1` (github-slugger). An anchor of the author's own stays as it is. */
export const githubSlugs: Slugs = onceForEach<Parameters<Slugs>[0][number]>((headings) => {
  const slugger = new GithubSlugger();
  return headings.map(({ text, id }) => id ?? slugger.slug(text));
});

/** As `slugs`, made once for the headings of a page: several checks ask, and so does the next check of a page that stays. */
export function onceForEach<Of>(slugs: (headings: readonly Of[]) => readonly string[]): typeof slugs {
  const known = new WeakMap<readonly Of[], readonly string[]>();
  return (headings) => {
    const made = known.get(headings) ?? slugs(headings);
    known.set(headings, made);
    return made;
  };
}

/** `makeSlug` for every heading; the second of the same name gets `separator` and a number that starts at `first`. */
export function numberedSlugs(makeSlug: (text: string) => string, separator: string, first: number): Slugs {
  return (headings) => {
    const used = new Set(headings.map(({ id }) => id));
    // Pages of generated references have hundreds of headings alike.
    const free = new Map<string, number>();
    return headings.map(({ text, id }) => {
      if (id !== undefined) return id;
      const slug = makeSlug(text);
      let unique = slug;
      let number = free.get(slug) ?? first;
      for (; used.has(unique); number += 1) unique = `${slug}${separator}${number}`;
      free.set(slug, number);
      used.add(unique);
      return unique;
    });
  };
}

/** As `slugs`, where the title of a page (`# Title`) is shown without an anchor. */
export function exceptTitles(slugs: Slugs): Slugs {
  return (headings) => slugs(headings).filter((_slug, index) => headings[index]?.depth !== 1);
}

/** As `slugs`, and those of headings as `other` says that some versions or settings read them too. */
export function withOther(slugs: Slugs, other: (heading: Parameters<Slugs>[0][number]) => string): Slugs {
  return (headings) => {
    const others = headings.map((heading) => ({ ...heading, text: other(heading) }));
    const same = others.every(({ text }, index) => text === headings[index]?.text);
    return same ? slugs(headings) : [...slugs(headings), ...slugs(others)];
  };
}

/** `:rocket:` becomes a picture, which is no part of an anchor. */
export function withoutEmoji(text: string): string {
  return text.replace(/:[\w+-]{1,60}:/gu, '');
}

/** Letters and digits alone: what any way of making an anchor from a heading keeps. */
export function looseForm(anchor: string): string {
  return anchor.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
}

// eslint-disable-next-line no-control-regex -- control characters are what is taken out
const control = /[\u0000-\u001f]/gu;
const special = /[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/gu;

/** `slugify` of @mdit-vue/shared, by which VitePress and VuePress make the anchors of headings and of links alike. */
export function vueSlug(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036F]/gu, '')
    .replace(control, '')
    .replace(special, '-')
    .replace(/-{2,}/gu, '-')
    .replace(/^-+|-+$/gu, '')
    .replace(/^(\d)/u, '_$1')
    .toLowerCase();
}

/**
 * Repeated ones are numbered from 1 (markdown-it-anchor). Since the first version, `&amp;` counts as it is written, and a
 * picture such as `:rocket:` not at all: https://github.com/vuejs/vitepress/blob/main/src/node/markdown/plugins/restoreEntities.ts
 */
export const vitepressSlugs = withOther(numberedSlugs(vueSlug, '-', 1), ({ text, raw = text }) =>
  withoutEmoji(raw.replace(/\]\([^()]*\)|<[^<>]*>/gu, '')),
);
