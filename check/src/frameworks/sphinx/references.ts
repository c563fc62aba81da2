import { posix } from 'node:path';
import type { Link, PageFacts } from '../../page/page-facts.ts';
import { nameOf } from '../../page/restructuredtext-names.ts';
import type { LinkTarget } from '../../site/link-target.ts';
import { parseAddress } from '../../site/parse-address.ts';
import { extensionOf, fileNameOf, folderOf, joinPath, within, withoutExtension } from '../../site/paths.ts';
import { looseForm } from '../../site/slugs.ts';
import { areKnown, mayMakePages, mayMakeTargets } from './extensions.ts';
import { partsShown } from './includes-of-parts.ts';
import type { SphinxProject } from './project.ts';
import { createTargetSlips } from './target-slips.ts';
import { bringsOthers, createTitleTargets, hasSubstitution } from './title-targets.ts';

/** How the pages of a project name each other. */
export interface References {
  /** Targets of all pages, by which any of them may be named, and the files that have them. */
  readonly labels: ReadonlyMap<string, string>;
  /** True where another project or an extension may bring targets. */
  readonly targetsElsewhere: boolean;
  /** Whether what is no target of the pages may be one of elsewhere. */
  isElsewhere(label: string): boolean;
  /** Where a page of reStructuredText says that something is; undefined for what is read like any address. */
  resolve(from: string, link: Pick<Link, 'url' | 'element' | 'namesTarget'>): LinkTarget | undefined;
  /** The page that a `toctree` or `:doc:` of another one names. */
  documentOf(from: string, name: string): string | undefined;
  /** Where that page is looked for, without its ending; undefined for what is not judged. */
  placeOf(from: string, name: string): string | undefined;
}

/** Labels of the pages and indices that Sphinx makes itself. */
const madeLabels = ['genindex', 'modindex', 'search'];
const madeIndex = /^index$|(?:^|-)(?:modindex|routingtable)$/u;

export function createReferences(project: SphinxProject, pages: ReadonlyMap<string, PageFacts>): References {
  const { settings, files, root, published, outside, inCode } = project;
  const labels = labelsOf(project, pages);
  const hasText = [...pages.keys()].some((path) => extensionOf(path) !== '.md');
  const areRead = [...pages.values()].every(({ parsed }) => parsed);
  const targetsElsewhere =
    settings.writesPages ||
    settings.readsOtherProjects ||
    (inCode === undefined && (mayMakeTargets(settings.extensions) || (hasText && !areKnown(settings.extensions)))) ||
    !areRead;
  const looseLabels = new Set([...labels.keys()].map(looseForm));
  /** One that differs from a target of the pages by its signs alone is meant to be that. */
  const isElsewhere = (label: string): boolean => targetsElsewhere && !(hasText && looseLabels.has(looseForm(label)));
  /** What programs say of themselves has targets too, where a page shows it, and then pages name several of them. */
  const showsOthers = once(
    () =>
      mayMakeTargets(settings.extensions) &&
      [...pages.values()].some(bringsOthers) &&
      missingLabels([...pages.values()], labels).size > fewMissing,
  );
  const suffixes = ['.md', '.ipynb', ...settings.suffixes];
  const documents = new Map([...published].map((path) => [withoutSuffix(path, suffixes), path]));
  const isOfTitle = once(() => createTitleTargets(project, pages, documents));
  const isSlip = once(() => {
    const areAll = !mayMakeTargets(settings.extensions) || ![...pages.values()].some(bringsOthers);
    return createTargetSlips(labels, missingLabels([...pages.values()], labels), areAll);
  });
  const unknownTarget = (label: string): LinkTarget => {
    const missing = (unsure: string): LinkTarget => ({ kind: 'missing', looked: label, unsure });
    if (!areRead) return { kind: 'unjudged' };
    const title = isOfTitle()(label);
    if (title === 'unknown') return { kind: 'unjudged' };
    if (title === 'missing' || isSlip()(label)) return missing('another project or an extension may bring it');
    // A name with the page before it is that of a title.
    return settings.readsOtherProjects || label.includes(':') || showsOthers()
      ? { kind: 'unjudged' }
      : missing('an extension may bring it');
  };
  const foldersOfPages = new Set([...documents.keys()].map(folderOf));
  const showing = foldersOfShowing(root, pages);
  /** A part is read from the page that shows it. */
  const foldersFor = (from: string): readonly string[] => {
    const others = showing.get(from) ?? [];
    return published.has(from) ? [folderOf(from), ...others] : others;
  };
  const placesOf = (from: string, name: string): readonly string[] =>
    (name.startsWith('/') ? [root] : foldersFor(from)).flatMap((folder) => joinPath(folder, name) ?? []);
  /** Names of pages climb no higher than the folder of the settings. */
  const documentPlaces = (from: string, name: string): readonly string[] =>
    (name.startsWith('/') ? [root] : foldersFor(from)).flatMap((folder) => {
      const inside = posix.join('/', within(root, folder) ?? '', name);
      return joinPath(root, inside) ?? [];
    });
  const documentOf = (from: string, name: string): string | undefined =>
    documentPlaces(from, name)
      .map((place) => documents.get(place))
      .find((path) => path !== undefined);
  const otherPages = settings.writesPages || mayMakePages(settings.extensions);
  const mayBeMade = (place: string): boolean => otherPages && !foldersOfPages.has(folderOf(place));
  /** A parser that the settings do not tell may read it. */
  const isUnread = (place: string): boolean => ['.md', '.ipynb', '.txt'].some((ending) => files.has(place + ending));
  const placeOf = (from: string, name: string): string | undefined => {
    const [place] = documentPlaces(from, name);
    return place === undefined || mayBeMade(place) || isUnread(place) ? undefined : place;
  };
  const ofDocument = (from: string, name: string): LinkTarget => {
    const path = documentOf(from, name);
    if (path !== undefined) return { kind: 'page', path, anchor: undefined };
    const isOfOther =
      name.includes(':') || settings.documentsElsewhere || settings.templatePages.includes(name.replace(/^\//u, ''));
    const [looked] = documentPlaces(from, name);
    if (looked === undefined || isOfOther || isUnread(looked)) return { kind: 'unjudged' };
    return mayBeMade(looked)
      ? { kind: 'missing', looked, unsure: 'an extension of the site may make pages' }
      : { kind: 'missing', looked };
  };
  const stems = once(() => new Set(files.paths.map(withoutExtension)));
  const htmlFiles = once(() => new Set(files.paths.filter((path) => path.endsWith('.html')).map(fileNameOf)));
  const ofFile = (from: string, url: string): LinkTarget => {
    if (/^[a-z][a-z\d+.-]*:|[|{}$%]/iu.test(url)) return { kind: 'unjudged' };
    const places = placesOf(from, url);
    // `name.*` is the best of several formats.
    const found = places.find((one) => (one.endsWith('.*') ? stems().has(one.slice(0, -2)) : files.has(one)));
    if (found !== undefined) return { kind: 'file', path: found };
    const [place] = places;
    return place === undefined ? { kind: 'unjudged' } : { kind: 'missing', looked: place };
  };
  /**
   * A word alone, of which nothing beside the page has the name, is meant as that of a target. A path without an ending may be an address
   * of pages that end in a slash, too.
   */
  const ofWord = (from: string, word: string): LinkTarget => {
    const isPath = /^(?:\.{1,2}\/)+(?:[\w-]+\/)*\p{L}[\w-]*\w$/u.test(word);
    const below = isPath ? (joinPath(withoutSuffix(from, suffixes), word) ?? []) : [];
    const isWord = isPath || /^\p{L}[\w-]*\w$/u.test(word);
    const [place, ...others] = isWord ? [...placesOf(from, word), below].flat() : [];
    const isThere = (at: string): boolean => files.has(at) || files.hasFolder(at) || documents.has(at) || isUnread(at);
    const made = [...madeLabels, ...settings.templatePages];
    const mayBeOther = otherPages || madeIndex.test(word) || made.includes(word);
    return place === undefined || mayBeOther || [place, ...others].some(isThere)
      ? { kind: 'unjudged' }
      : { kind: 'missing', looked: place };
  };
  /** A file of HTML is published by its name, or its folder is. */
  const isFile = (path: string): boolean => /(?:^|\/)_[a-z]+\//u.test(path) || htmlFiles().has(fileNameOf(path));
  const isOnReadTheDocs = once(() => files.paths.some((one) => /(?:^|\/)\.?readthedocs\.ya?ml$/u.test(one)));
  /** The address of a page from the top of its host, where Read the Docs has the language and version before it: `/en/latest/a.html`. */
  const isWithoutVersion = (path: string): boolean =>
    /^\/[\w./-]+\.html$/u.test(path) &&
    documents.has(joinPath(root, withoutExtension(path)) ?? '') &&
    isOnReadTheDocs();
  const ofAddress = (from: string, url: string): LinkTarget | undefined => {
    const [path = '', ...rest] = url.split('#');
    const anchor = rest.length === 0 ? undefined : rest.join('#');
    if (parseAddress(url).kind === 'malformed') return { kind: 'malformed' };
    if (isWithoutVersion(path)) return { kind: 'missing', looked: url };
    if (/^[a-z][a-z\d+.-]*:|^\/|[|{}$%?]/iu.test(url)) return { kind: 'unjudged' };
    // docutils takes spaces away, and no id has any: https://docutils.sourceforge.io/docs/ref/rst/restructuredtext.html#embedded-uris-and-aliases
    if (path === '' && anchor !== undefined && /\s/u.test(anchor)) return { kind: 'missing', looked: url };
    // What stands in an address is no target of another project.
    if (path === '' && anchor !== undefined) return { kind: 'page', path: from, anchor, exact: true };
    const target =
      /\.html?$/iu.test(path) && !isFile(path)
        ? ofDocument(from, withoutExtension(path))
        : extensionOf(path) === '.rst'
          ? ofFile(from, path)
          : ofWord(from, path);
    return target.kind === 'page' ? { ...target, anchor } : target;
  };
  return {
    labels,
    targetsElsewhere,
    isElsewhere,
    documentOf,
    placeOf,
    resolve(from, { url, element, namesTarget }) {
      if (element === 'ref') {
        const label = nameOf(url.slice(1));
        // The title stands before what is in angle brackets, and no name has these.
        if (/[<>]/u.test(label)) return { kind: 'missing', looked: label };
        const known = labels.get(label);
        if (known !== undefined && published.has(known)) return { kind: 'page', path: known, anchor: undefined };
        const isKnown =
          known !== undefined ||
          outside.has(label) ||
          inCode?.has(label) === true ||
          madeIndex.test(label) ||
          foldersFor(from).length === 0;
        const isOfOther =
          settings.otherProjects === 'any'
            ? label.includes(':')
            : settings.otherProjects.some((name) => label.startsWith(`${name.toLowerCase()}:`));
        if (isKnown || isOfOther) return { kind: 'unjudged' };
        return isElsewhere(label) ? unknownTarget(label) : { kind: 'missing', looked: label };
      }
      if (element === 'doc') return ofDocument(from, url);
      if (element === 'image' || element === 'download') return ofFile(from, url);
      // Addresses of MyST without an ending are names of pages too, which climb no higher than the top.
      if (element === 'markdown' && /^(?:\.\.\/)+[^.#]*$/u.test(url)) {
        const path = documentOf(from, url);
        return path === undefined ? undefined : { kind: 'page', path, anchor: undefined };
      }
      if (namesTarget === true) return { kind: 'unjudged' };
      return element === 'url' ? ofAddress(from, url) : undefined;
    },
  };
}

/** Targets that pages name and no page has, up to which they are slips more likely than targets of programs. */
const fewMissing = 5;

function missingLabels(pages: readonly PageFacts[], labels: References['labels']): ReadonlySet<string> {
  const named = pages.flatMap(({ links }) =>
    links.flatMap(({ element, url }) => (element === 'ref' ? [nameOf(url.slice(1))] : [])),
  );
  return new Set(named.filter((label) => !labels.has(label) && !madeIndex.test(label)));
}

function withoutSuffix(path: string, suffixes: readonly string[]): string {
  const suffix = suffixes.find((ending) => path.endsWith(ending)) ?? '';
  return path.slice(0, path.length - suffix.length);
}

function labelsOf(
  { settings, root }: SphinxProject,
  pages: ReadonlyMap<string, PageFacts>,
): ReadonlyMap<string, string> {
  const labels = new Map(madeLabels.map((name) => [name, '']));
  for (const [path, { ids, headings }] of pages) {
    for (const { id } of [...ids, ...headings]) {
      if (id === undefined) continue;
      labels.set(id, path);
      labels.set(nameOf(id), path);
    }
    for (const heading of settings.titleTargets.length > 0 ? headings : []) {
      // What is put in place of `|name|` is not known.
      if (hasSubstitution.test(heading.raw ?? '')) continue;
      const page = withoutExtension(within(root, path) ?? path);
      if (settings.titleTargets.includes('bare')) labels.set(nameOf(heading.text), path);
      if (settings.titleTargets.includes('prefixed')) labels.set(nameOf(`${page}:${heading.text}`), path);
    }
  }
  return labels;
}

/** Folders of the pages that show a file. */
function foldersOfShowing(root: string, pages: ReadonlyMap<string, PageFacts>): ReadonlyMap<string, readonly string[]> {
  const folders = new Map<string, readonly string[]>();
  const shownIn = partsShown(root, pages);
  for (const [path, { includes }] of pages) {
    const parts = includes.flatMap(({ source, shows }) =>
      shows === 'markdown' ? shownIn(folderOf(path), source) : [],
    );
    for (const shown of parts) {
      const all = folders.get(shown) ?? [];
      if (!all.includes(folderOf(path))) folders.set(shown, [...all, folderOf(path)]);
    }
  }
  return folders;
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
