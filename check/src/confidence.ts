import type { CheckedSite } from './check-site.ts';
import type { CheckedTree } from './check-tree.ts';
import { severityOf } from './rules/rules.ts';
import type { Severity } from './finding.ts';
import { isForgeFile, type FileIndex } from './site/file-index.ts';
import { extensionOf, pathOfAddress, folderOf, joinPath } from './site/paths.ts';
import type { Site, SiteProblem, Sought } from './site/site.ts';
import { counted } from './finding.ts';
import { hasFile, ownFileOf } from './rules/broken-link.ts';
import { resolveLink } from './site/resolve-link.ts';

/** A problem, and whether the change brought it; undefined when nothing is compared. */
export interface MarkedProblem {
  readonly problem: SiteProblem;
  readonly introduced: boolean | undefined;
  /** The site that has it; undefined for a file of none. */
  readonly site: CheckedSite | undefined;
}

export interface JudgedProblem extends MarkedProblem {
  readonly severity: Severity;
}

interface Case extends MarkedProblem {
  /** The forms of the link it is about, with how many alike resolve, as the tree before the change had them. */
  readonly forms: readonly LinkForm[];
}

/** What an error becomes: an error, a warning with its reason, or part of one warning about all links of its form. */
type Verdict = 'error' | { readonly because: string } | { readonly form: LinkForm };

/** What the text of a page decides by itself, whatever program shows it. */
const decidedByText: ReadonlySet<string> = new Set(
  'unclosed-fence unclosed-comment conflict-marker empty-link malformed-link missing-scheme'.split(' '),
);

const because = (reason?: string): Verdict | undefined => (reason === undefined ? undefined : { because: reason });

/**
 * How sure an error is: the first row that applies decides, and what none applies to is an error. Nothing else in the
 * checker sets a severity.
 */
const table: readonly ((found: Case) => Verdict | undefined)[] = [
  // Proven by what the page says itself.
  ({ problem: { rule, unsure } }) => (decidedByText.has(rule) && unsure === undefined ? 'error' : undefined),
  // Proven by the change: it removed the target, or wrote a link where most that are alike and into its folder resolve.
  ({ problem: { lost, former } }) =>
    lost === true || (former !== undefined && former.by === undefined) ? 'error' : undefined,
  ({ introduced, forms, problem: { unsure, severity } }) =>
    introduced === true && unsure === undefined && severity !== 'warning' && mostlyResolve(forms) ? 'error' : undefined,
  // Proven by the code host, which reads the address of a file in a README in one way.
  ({ site, problem }) => (site !== undefined && isReadByCodeHost(site.site, problem) ? 'error' : undefined),
  // Links of this form mostly do not resolve: one warning for all of them.
  (found) => {
    const form = isProven(found) ? undefined : found.forms.find(isUnresolved);
    return form && { form };
  },
  // The settings of the program are known in part.
  ({ problem: { unsure, severity } }) =>
    because(unsure ?? (severity === 'warning' ? "the site's generator may resolve it differently" : undefined)),
  (found) => because(whyUnread(found)),
];

/** Numbers prove nothing where the repository had the file, or where the page or the navigation tells it by itself. */
function isProven(found: Case): boolean {
  const { former, sought } = found.problem;
  const isTold = sought?.kind === 'anchor' || sought?.kind === 'entry';
  return former !== undefined || (isTold && whyUnread(found) === undefined);
}

/** What is not read of the site and may make the finding wrong. */
function whyUnread({ site, problem: { path, sought } }: Case): string | undefined {
  const { addresses, links, anchors, page } = site?.site.unread ?? {};
  const ofKind = isRoute(sought) ? addresses : sought?.kind === 'anchor' ? anchors : undefined;
  return ofKind ?? (sought?.kind === 'page' ? links : undefined) ?? page?.(path, sought);
}

/** Links of one form that do not resolve before they may be meant to resolve in a way that is not read here. */
const fewestAlike = 3;

function mostlyResolve(forms: readonly LinkForm[]): boolean {
  return forms.length > 0 && forms.every(({ right, wrong }) => right > wrong);
}

function isUnresolved({ right, wrong }: LinkForm): boolean {
  return wrong >= fewestAlike && wrong >= right;
}

/** What is looked for among the routes of a site, and not as a file of the repository by its path. */
function isRoute(sought: Sought | undefined): boolean {
  return sought?.kind === 'page' ? sought.at.startsWith('/') : sought?.kind === 'entry' || sought?.kind === 'redirect';
}

function isReadByCodeHost({ routes, unread }: Site, { path, sought, unsure }: SiteProblem): boolean {
  const isLink = sought?.kind === 'page' || sought?.kind === 'file';
  if (!isLink || routes.size > 0 || !isForgeFile(path) || unsure !== undefined) return false;
  const written = sought.written.replace(/[?#].*$/su, '');
  return !written.startsWith('/') && extensionOf(written) !== '' && unread.page?.(path, sought) === undefined;
}

/**
 * Gives each finding its severity. What the links of a site are like is told by the tree before the change, if there is one:
 * what was written as nothing was before has no form.
 */
export function judge(found: readonly MarkedProblem[], evidence: CheckedTree | undefined): readonly JudgedProblem[] {
  const known = new Map<CheckedSite, LinkForms>();
  const formsOf = (site: CheckedSite | undefined, problem: SiteProblem): readonly LinkForm[] => {
    if (site === undefined || evidence === undefined) return [];
    const twin = evidence.checked.find((one) => keyOf(one) === keyOf(site)) ?? site;
    const forms = known.get(site) ?? linkForms(found, site, twin, evidence.files);
    known.set(site, forms);
    return forms(problem);
  };
  const groups = new Map<string, { readonly form: LinkForm; readonly members: MarkedProblem[] }>();
  const judged = found.flatMap((one): JudgedProblem[] => {
    const { introduced, problem, site } = one;
    const severity = severityOf(problem.rule);
    if (severity !== 'error') return [{ ...one, severity }];
    const given: Case = { ...one, forms: formsOf(site, problem) };
    const verdict = table.reduce<Verdict | undefined>((made, row) => made ?? row(given), undefined) ?? 'error';
    if (verdict === 'error') return [{ ...one, severity }];
    if ('because' in verdict)
      return [{ ...one, problem: { ...problem, unsure: verdict.because }, severity: 'warning' }];
    // Apart, so that whoever made the change finds what is theirs.
    const key = `${keyOf(site)} ${verdict.form.key} ${String(introduced === true)}`;
    const group = groups.get(key) ?? { form: verdict.form, members: [] };
    groups.set(key, group);
    group.members.push(one);
    return [];
  });
  return [...judged, ...[...groups.values()].flatMap(({ form, members }) => ofForm(form, members))];
}

function keyOf(checked: CheckedSite | undefined): string {
  return checked === undefined ? '' : `${checked.site.framework} ${checked.site.root}`;
}

/** Addresses that the one warning names. */
const fewShown = 5;

function ofForm({ says, right }: LinkForm, members: readonly MarkedProblem[]): readonly JudgedProblem[] {
  if (members.length < fewestAlike)
    return members.map((one) => ({ ...one, problem: { ...one.problem, unsure: says }, severity: 'warning' }));
  const [{ problem, introduced, site }] = members as readonly [MarkedProblem];
  const examples = [...new Set(members.map((one) => one.problem.sought?.written ?? one.problem.path))];
  const shown = examples.slice(0, fewShown).map((written) => `\`${written}\``);
  const message =
    `${counted(members.length, 'finding')} of ${problem.rule} are not reported one by one: ${says}, and only ${right} such resolve. ` +
    `The build, a redirect or another repository may resolve them. Check one on the published site: ${shown.join(', ')}.`;
  const { path, line, column } = problem;
  return [
    { problem: { path, line, column, rule: 'unresolved-group', message }, introduced, site, severity: 'warning' },
  ];
}

/** What links have in common in how they are written or where they lead, and how many different ones resolve and do not. */
interface LinkForm {
  readonly key: string;
  /** What they have in common, as the beginning of a sentence. */
  readonly says: string;
  readonly right: number;
  readonly wrong: number;
}

type LinkForms = (problem: SiteProblem) => readonly LinkForm[];

/** Counts, for what was found on a site, the links of its forms on the twin. */
function linkForms(found: readonly MarkedProblem[], of: CheckedSite, twin: CheckedSite, files: FileIndex): LinkForms {
  const counts = new Map<string, { readonly right: Set<string>; readonly wrong: Set<string> }>();
  for (const { site, problem } of found) {
    if (site !== of || problem.sought === undefined || severityOf(problem.rule) !== 'error') continue;
    for (const { key } of formsOf(problem.path, problem.sought))
      counts.set(key, { right: new Set(), wrong: new Set() });
  }
  for (const { rule, path, sought } of twin.problems) {
    if (sought === undefined || severityOf(rule) !== 'error') continue;
    for (const { key } of formsOf(path, sought)) counts.get(key)?.wrong.add(addressOf(path, sought));
  }
  for (const [path, sought] of counts.size === 0 ? [] : resolved(twin, files)) {
    const address = addressOf(path, sought);
    for (const { key } of formsOf(path, sought)) {
      const count = counts.get(key);
      if (count?.wrong.has(address) === false) count.right.add(address);
    }
  }
  return ({ path, sought }) =>
    (sought === undefined ? [] : formsOf(path, sought)).map((form) => {
      const { right, wrong } = counts.get(form.key) ?? {};
      return { ...form, right: right?.size ?? 0, wrong: wrong?.size ?? 0 };
    });
}

/** Everything that a site names and that resolves. */
function* resolved({ site, pages, repository }: CheckedSite, files: FileIndex): Iterable<readonly [string, Sought]> {
  for (const [path, { links, imports, includes }] of site.pages) {
    for (const [index, { kind, url }] of links.entries()) {
      const target = pages.get(path)?.targets[index];
      const own = target?.kind === 'unjudged' ? ownFileOf(url, repository) : undefined;
      if (own !== undefined && hasFile(files, own.file)) yield [path, { kind: 'own file', written: url, at: own.file }];
      // A file that no site claims names something of the repository in some reading of the address.
      if (target?.kind === 'unjudged' && target.why !== undefined && site.routes.size === 0)
        yield [path, { kind, written: url, at: '' }];
      if (target?.kind !== 'page' && target?.kind !== 'file') continue;
      if (!url.startsWith('#')) yield [path, { kind, written: url, at: target.path }];
      if (target.kind === 'page' && target.anchor !== undefined)
        yield [path, { kind: 'anchor', written: target.anchor, at: target.path }];
    }
    for (const { source } of imports) yield [path, { kind: 'import', written: source, at: '' }];
    for (const { source } of includes) yield [path, { kind: 'include', written: source, at: '' }];
  }
  for (const link of site.settingsLinks ?? []) {
    const target = resolveLink(site, files, link.path, link);
    if (target.kind === 'page' || target.kind === 'file')
      yield [link.path, { kind: link.kind, written: link.url, at: target.path }];
  }
  for (const page of site.navigation?.pages ?? [])
    for (const at of [page, site.routeOf.get(page) ?? page]) yield ['', { kind: 'entry', written: at, at }];
  for (const { from, to, path } of site.redirects) yield [path, { kind: 'redirect', written: to, at: from }];
}

function formsOf(path: string, sought: Sought): readonly Pick<LinkForm, 'key' | 'says'>[] {
  const { kind, written, at } = sought;
  switch (kind) {
    case 'anchor':
      return at === path
        ? [{ key: 'own anchors', says: 'most links of pages to anchors of their own do not resolve' }]
        : [{ key: `anchors of ${at}`, says: `most links to anchors of ${at} do not resolve` }];
    case 'component':
    case 'operation':
      return [
        { key: `${kind} ${kind === 'component' ? written : ''}`, says: `several pages name the same unknown ${kind}` },
      ];
    case 'redirect':
      return [{ key: kind, says: 'most redirects of this site lead to no page' }];
    case 'entry':
      return [{ key: `entries of ${folderOf(at)}`, says: 'most navigation entries of that folder name no page' }];
    case 'own file':
      return [{ key: kind, says: 'most complete addresses of files of this repository do not resolve' }];
    default: {
      const address = pathOfAddress(written);
      const begins = /^(?:\/(?:[^/]+(?=\/))?|(?:\.{1,2}\/)+)/u.exec(address)?.[0] ?? '';
      const ends = written.endsWith('/') ? '/' : extensionOf(address);
      const way = `${begins.startsWith('/') ? begins : begins.slice(0, 3)}…${ends}`;
      const into = folderOf(addressOf(path, sought));
      const folder = into === '' ? 'the top folder' : into;
      return [
        { key: `${kind} ${way}`, says: `most links of this site of the form \`${way}\` do not resolve` },
        { key: `${kind} into ${into}`, says: `most links into ${folder} do not resolve` },
      ].slice(0, kind === 'page' || kind === 'file' ? 2 : 1);
    }
  }
}

/** What is the same wherever it stands counts once. */
function addressOf(path: string, { kind, written, at }: Sought): string {
  if (kind === 'anchor') return `${at}#${written}`;
  if (kind === 'component' || kind === 'operation') return path;
  if (kind === 'entry' || kind === 'redirect') return at;
  const address = pathOfAddress(written);
  return address.startsWith('/') ? address : (joinPath(folderOf(path), address) ?? address);
}
