import type { CheckedSite } from '../check-site.ts';
import { isForgeFile } from '../site/forge-files.ts';
import { fileNameOf } from '../site/paths.ts';
import { canBe, looseParts } from '../site/open-anchors.ts';
import type { Site, SiteProblem } from '../site/site.ts';
import { looseForm } from '../site/slugs.ts';
import { isOfCodeHost } from './code-host.ts';
import { closed } from './marks.ts';
import { isUnclaimed } from './published-elsewhere.ts';

/** Different anchors that are no chance any more. */
const few = 3;
/** As many, and half of all that the site has wrong, from which on nothing that it writes as an anchor is judged. */
const many = 5;

/** How programs mark a word that they replace: `$[a]`, `${a}`, `{{ a }}`, `{a}`, `%a%`, `|a|`, `@a@`, `[[a]]`, `<a />`. */
const replaced =
  /(?:\$\[|\[\[)[\w ./-]{1,80}\]{1,2}|\$?\{{1,2}[^{}]{1,80}\}{1,2}|%[\w.-]{1,80}%|\|[\w.-]{1,80}\||@[\w.-]{1,80}@|<[A-Za-z][\w. -]{0,80}\/>/gu;
/** Letters and digits beside such a word, below which any anchor would be like the heading. */
const fewLetters = 4;
/** Headings and ids of a page that is little more than its title. */
const fewOwn = 2;
/** Headings of a page that every broken anchor of it is compared with. */
const mostHeadings = 1000;

/**
 * Anchors that are a heading of their page but for a word in it that a program replaces. One is enough: nothing but the
 * program tells what such a heading is.
 */
export function ofReplacedWords(checked: readonly CheckedSite[]): ReadonlyMap<SiteProblem, string> {
  const doubts = new Map<SiteProblem, string>();
  for (const { site, problems } of checked) {
    // A code host replaces nothing.
    if (site.routes.size === 0) continue;
    const open = new Map<string, readonly (readonly string[])[]>();
    for (const problem of problems) {
      const { severity, sought } = problem;
      if (severity !== 'error' || sought?.kind !== 'anchor') continue;
      const headings = open.get(sought.at) ?? openHeadings(site, sought.at);
      open.set(sought.at, headings);
      const anchor = looseForm(sought.written);
      if (headings.some((parts) => canBe(anchor, parts)))
        doubts.set(problem, 'a heading of that page has a word that a program may replace');
    }
  }
  return doubts;
}

/**
 * What may stand in a heading beside its words: `[a]`, `:badge[a]`, `{a}`, the marks of elements, and in round brackets a state or
 * a version. Other words in such are part of the heading, as on 5 of 220 repositories, whose plugins are all known; so is a link.
 */
const inBrackets = [
  /(?::{1,3}[\w-]{1,40})?\[[^[\]]{0,200}\](?!\()/gu,
  /\((?:(?:deprecated|experimental|unstable|beta|alpha|preview|new|removed|legacy|since)\b|v?\d)[^()]{0,40}\)/giu,
  /\{[^{}]{0,200}\}/gu,
  /<[^<>]{1,200}>/gu,
];

/**
 * Anchors that are a heading of their page once what stands in brackets there is left out: a plugin may take it for a mark,
 * such as of a version, and strip it before the anchor is made.
 */
export function ofBracketedMarks(checked: readonly CheckedSite[]): ReadonlyMap<SiteProblem, string> {
  const doubts = new Map<SiteProblem, string>();
  for (const { site, problems } of checked) {
    // A code host strips nothing.
    if (site.routes.size === 0 || closed.has(site.framework)) continue;
    const known = new Map<string, ReadonlySet<string>>();
    for (const problem of problems) {
      const { severity, sought } = problem;
      if (severity !== 'error' || sought?.kind !== 'anchor') continue;
      const stripped = known.get(sought.at) ?? strippedHeadings(site, sought.at);
      known.set(sought.at, stripped);
      if (stripped.has(looseForm(sought.written)))
        doubts.set(
          problem,
          'a heading of that page is this one without what stands in brackets, which a plugin may strip',
        );
    }
  }
  return doubts;
}

/** Letters and digits of headings without brackets of one kind, or of every kind, where these have any. */
function strippedHeadings(site: Site, path: string): ReadonlySet<string> {
  const { headings = [] } = site.pages.get(path) ?? {};
  return new Set(
    headings.flatMap(({ text, bareText = text, raw = text }) =>
      [...new Set([text, bareText, raw])].flatMap((form) => {
        const whole = looseForm(form);
        const without = inBrackets.map((one) => form.replace(one, ' '));
        const withoutAny = inBrackets.reduce((rest, one) => rest.replace(one, ' '), form);
        return [...without, withoutAny].map(looseForm).filter((letters) => letters !== '' && letters !== whole);
      }),
    ),
  );
}

function openHeadings(site: Site, path: string): readonly (readonly string[])[] {
  const { headings = [] } = site.pages.get(path) ?? {};
  return headings.slice(0, mostHeadings).flatMap(({ text, raw }) => {
    const parts = looseParts((raw ?? text).split(replaced));
    return parts.length > 1 && parts.join('').length >= fewLetters ? [parts] : [];
  });
}

/**
 * Anchors that are a heading of their page by its letters and digits alone. One is a slip; several are more likely made by
 * a program that puts other signs between the words, or keeps capitals, than this site is known to do.
 */
export function withOtherSigns(checked: readonly CheckedSite[]): ReadonlyMap<SiteProblem, string> {
  const doubts = new Map<SiteProblem, string>();
  for (const { site, problems } of checked) {
    if (closed.has(site.framework)) continue;
    const errors = problems.filter(
      ({ severity, sought }) => severity === 'error' && sought?.kind === 'anchor' && !isOfCodeHost(site, sought.at),
    );
    const letters = lettersOf(site);
    const near = errors.filter(
      ({ sought }) => sought !== undefined && letters(sought.at).has(looseForm(sought.written)),
    );
    const [different, all] = [near, errors].map(countDifferent);
    // Of a program that is not known nothing tells how it makes them.
    const least = isUnclaimed(site) ? 1 : few;
    if (different === undefined || all === undefined || different < least) continue;
    const have = different === 1 ? 'an anchor of this site has' : `${different} anchors of this site have`;
    const why = `${have} the letters of a heading and other signs or capitals, so that its program may make them in another way`;
    for (const problem of different >= many && 2 * different >= all ? errors : near) doubts.set(problem, why);
  }
  return doubts;
}

/**
 * An anchor of the page itself that several pages name and none has: a text that they all have in common may have it, which a
 * plugin puts there.
 */
export function ofCommonText(checked: readonly CheckedSite[]): ReadonlyMap<SiteProblem, string> {
  const doubts = new Map<SiteProblem, string>();
  for (const { site, problems } of checked) {
    const own = problems.filter(
      ({ severity, path, sought }) =>
        severity === 'error' && sought?.kind === 'anchor' && sought.at === path && !isOfCodeHost(site, path),
    );
    for (const members of Map.groupBy(own, ({ sought }) => sought?.written).values()) {
      const pages = new Set(members.map(({ path }) => fileNameOf(path))).size;
      const why = `${pages} pages name this anchor of their own, so that a text which they have in common may have it`;
      if (pages >= few) for (const problem of members) doubts.set(problem, why);
    }
  }
  return doubts;
}

/**
 * Anchors of a page that is little more than a title, and has fewer than links ask of it in vain: a program may write the rest.
 */
export function ofFilledPages(checked: readonly CheckedSite[]): ReadonlyMap<SiteProblem, string> {
  const doubts = new Map<SiteProblem, string>();
  for (const { site, problems } of checked) {
    if (closed.has(site.framework)) continue;
    const errors = problems.filter(
      ({ severity, path, sought }) => severity === 'error' && sought?.kind === 'anchor' && sought.at !== path,
    );
    for (const [path, members] of Map.groupBy(errors, ({ sought }) => sought?.at ?? '')) {
      const { headings = [], ids = [] } = site.pages.get(path) ?? {};
      const own = headings.length + ids.length;
      const asked = countDifferent(members);
      if (isOfCodeHost(site, path) || own > fewOwn || asked < 2 || asked <= own) continue;
      for (const problem of members)
        doubts.set(problem, 'links name more anchors of that page than it has headings, so that a program may fill it');
    }
  }
  return doubts;
}

/**
 * Anchors of a published page that stand in a part which nothing publishes by itself: the page may show it in a way that is
 * not read here.
 */
export function ofParts(checked: readonly CheckedSite[]): ReadonlyMap<SiteProblem, string> {
  const doubts = new Map<SiteProblem, string>();
  let parts: ReadonlyMap<string, string> | undefined;
  for (const { site, problems } of checked) {
    for (const problem of problems) {
      const { severity, sought } = problem;
      if (severity !== 'error' || sought?.kind !== 'anchor' || !site.routeOf.has(sought.at)) continue;
      parts ??= lettersOfParts(checked);
      const part = parts.get(looseForm(sought.written));
      if (part !== undefined)
        doubts.set(problem, `${part} has it, which the page may show in a way that is not read here`);
    }
  }
  return doubts;
}

/** Which part has a heading or id, by its letters and digits; of sites that give pages an address, what has none. */
function lettersOfParts(checked: readonly CheckedSite[]): ReadonlyMap<string, string> {
  const published = new Set(checked.flatMap(({ site }) => [...site.routeOf.keys()]));
  const found = new Map<string, string>();
  for (const { site } of checked) {
    for (const [path, { headings, ids }] of site.pages) {
      if (published.has(path) || isForgeFile(path)) continue;
      for (const text of [...headings.map((heading) => heading.text), ...ids.map(({ id }) => id)]) {
        const letters = looseForm(text);
        if (letters.length >= fewLetters) found.set(letters, path);
      }
    }
  }
  return found;
}

function countDifferent(problems: readonly SiteProblem[]): number {
  return new Set(problems.map(({ sought }) => sought?.written)).size;
}

/** Letters and digits of the headings and ids of a page. */
function lettersOf(site: Site): (path: string) => ReadonlySet<string> {
  const known = new Map<string, ReadonlySet<string>>();
  return (path) => {
    const { headings = [], ids = [] } = site.pages.get(path) ?? {};
    const found =
      known.get(path) ??
      new Set(
        [...headings.map(({ text }) => text), ...site.anchors.slugs(headings), ...ids.map(({ id }) => id)].map(
          looseForm,
        ),
      );
    known.set(path, found);
    return found;
  };
}
