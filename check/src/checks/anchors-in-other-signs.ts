import type { Heading } from '../pages/page-facts.ts';
import { titlesOf } from '../site/anchor-index.ts';
import { isForgeFile } from '../site/forge-files.ts';
import { githubSlugs, looseForm } from '../site/slugs.ts';
import type { Site, SiteProblem } from '../site/site.ts';
import { broken, distinct, type Anchored } from './anchored.ts';
import { withoutNumber } from './anchors-without-number.ts';
import type { CheckContext } from './check-context.ts';
import { isHabit, isMajority } from '../site/habit.ts';

/** How programs make anchors of headings: as GitHub does, without repeated hyphens, without accents, with dashes made of hyphens (kramdown), and with a hyphen for every sign (GitBook). */
const styles: readonly ((headings: readonly Heading[]) => readonly string[])[] = [
  githubSlugs,
  (headings) => githubSlugs(headings).map(withoutRepeats),
  (headings) => githubSlugs(headings).map((slug) => withoutRepeats(slug.normalize('NFKD').replace(/\p{M}/gu, ''))),
  (headings) =>
    headings.some(({ text }) => text.includes('--'))
      ? githubSlugs(headings.map((one) => ({ ...one, text: one.text.replace(/-{2,}/gu, '') })))
      : githubSlugs(headings),
  (headings) =>
    headings.map(({ text }) =>
      withoutRepeats(
        text
          .toLowerCase()
          .replace(/['’]/gu, '')
          .replace(/[^\p{L}\p{N}_]+/gu, '-'),
      ),
    ),
];

/** Some programs take accents off. */
function lettersOf(anchor: string): string {
  return looseForm(anchor.normalize('NFKD').replace(/\p{M}/gu, ''));
}

function withoutRepeats(anchor: string): string {
  return anchor.replace(/-+/gu, '-').replace(/^-|-$/gu, '');
}

/** How many times as many are in small letters; and so where the program is known to make no others. */
const timesSmall = { any: 4, known: 1 };
/**
 * https://kramdown.gettalong.org/converter/html.html#auto-ids, https://gohugo.io/configuration/markup/#parserautoheadingidtype,
 * https://buildwithfern.com/learn/docs/writing-content/markdown-basics,
 * https://github.com/rust-lang/mdBook/blob/v0.4.40/src/utils/mod.rs (`normalize_id`),
 * https://github.com/docsifyjs/docsify/blob/v4.13.1/src/core/render/slugify.js,
 * https://www.getzola.org/documentation/content/linking/#heading-id-and-anchor-insertion and
 * https://pandoc.org/MANUAL.html#extension-auto_identifiers
 */
const inSmallLetters = new Set(['jekyll', 'hugo', 'fern', 'mdbook', 'docsify', 'zola', 'quarto']);

interface Slip {
  readonly one: Anchored;
  readonly meant: string;
}

/**
 * Anchors with capitals of headings that have none without them, on a site where others are those of headings in small letters, as
 * they are with kramdown and Hugo.
 */
function withCapitals({ framework, pages }: Site, ofHeadings: readonly Anchored[]): readonly Slip[] {
  if (ofHeadings.every(({ anchor }) => anchor === anchor.toLowerCase())) return [];
  const slugsOf = new Map<string, ReadonlySet<string>>();
  const small: Anchored[] = [];
  const slips: Slip[] = [];
  for (const one of ofHeadings) {
    const slugs = slugsOf.get(one.page) ?? new Set(githubSlugs(pages.get(one.page)?.headings ?? []));
    slugsOf.set(one.page, slugs);
    const meant = one.anchor.toLowerCase();
    if (!slugs.has(meant)) continue;
    if (one.anchor === meant) small.push(one);
    else slips.push({ one, meant });
  }
  const different = distinct(slips.map(({ one }) => one));
  const isKnown = inSmallLetters.has(framework);
  const most = Math.max(1, distinct(small) / timesSmall[isKnown ? 'known' : 'any']);
  return (isKnown || small.length > 0) && different <= most ? slips : [];
}

/** Anchors in another way than that of the site's program, up to which they are slips. */
const fewAgainst = 2;

/**
 * A program gives anchors the same signs between the words, and the same capitals, on every page, and a browser tells them
 * apart. In AsciiDoc a name with capitals is the title of a section.
 * https://docs.asciidoctor.org/asciidoc/latest/attributes/ids/#natural-cross-reference
 */
export function* inOtherSigns({ anchors, site }: CheckContext, all: readonly Anchored[]): Iterable<SiteProblem> {
  const written = new Map<string, ReadonlySet<string | undefined>>();
  const ofHeadings = all.filter(({ page, anchor }) => {
    const { headings = [], ids = [] } = site.pages.get(page) ?? {};
    if (!written.has(page)) written.set(page, new Set([...ids, ...headings].map(({ id }) => id)));
    // READMEs are read on the code host, which finds an anchor in any case.
    if (isForgeFile(page) || /\.adoc$/iu.test(page) || anchors.lookup(page, anchor) !== 'found') return false;
    return written.get(page)?.has(anchor) !== true;
  });
  const capitals = withCapitals(site, ofHeadings);
  for (const { one, meant } of capitals) yield broken(one, meant, 'the program may keep capitals');
  const told = new Set(capitals.map(({ one }) => one));
  if (site.anchors.usual === undefined) yield* withoutNumber(site, ofHeadings);
  const { usual: own, isOnlyUsual = false } = site.anchors;
  const inWay = (style: (typeof styles)[number]) => {
    const slugsOf = new Map<string, ReadonlySet<string>>();
    const others = new Map<Anchored, ReadonlySet<string>>();
    for (const one of ofHeadings) {
      const facts = site.pages.get(one.page);
      const slugs = slugsOf.get(one.page) ?? new Set(facts === undefined ? [] : style(titlesOf(site, facts)));
      slugsOf.set(one.page, slugs);
      if (!slugs.has(one.anchor)) others.set(one, slugs);
    }
    return { others, count: distinct([...others.keys()]) };
  };
  const ways: ReturnType<typeof inWay>[] = [];
  for (const style of own === undefined ? styles : [own, ...styles]) {
    const way = inWay(style);
    // Then there is none in another way than that.
    if (way.count === 0 && (own === undefined || style === own)) return;
    ways.push(way);
  }
  const [usual, ...rest] = own === undefined ? ways.toSorted((one, other) => one.count - other.count) : ways;
  const total = distinct(ofHeadings);
  if (usual === undefined) return;
  if (!isOnlyUsual && !(own === undefined ? isHabit : isMajority)(total, usual.count)) return;
  const isSure = isOnlyUsual || (own !== undefined && isHabit(total, usual.count));
  // What is right in another way is wrong only where hardly any is: a program that is not known may know both.
  const isUsual = rest.map(({ others }) => {
    const only = distinct([...others.keys()].filter((one) => !usual.others.has(one)));
    const against = distinct([...usual.others.keys()].filter((one) => !others.has(one)));
    return own === undefined ? isHabit(only + against, against) : isSure || against <= Math.max(fewAgainst, only);
  });
  const byLetters = new Map<ReadonlySet<string>, ReadonlyMap<string, string>>();
  for (const [one, slugs] of usual.others) {
    if (!byLetters.has(slugs)) byLetters.set(slugs, new Map([...slugs].map((slug) => [lettersOf(slug), slug])));
    if (told.has(one)) continue;
    const meant = byLetters.get(slugs)?.get(lettersOf(one.anchor));
    if (meant === undefined || rest.some(({ others }, index) => !others.has(one) && isUsual[index] === false)) continue;
    yield broken(one, meant, 'the program that publishes the page may make anchors in another way');
  }
}
