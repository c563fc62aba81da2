import type { CheckedSite } from './check-site.ts';
import type { CheckedTree } from './incremental.ts';
import { linkForms, type LinkForm, type LinkForms } from './link-forms.ts';
import { severityOf } from './rules/rules.ts';
import type { Severity } from './rules/rule.ts';
import { isForgeFile } from './site/file-index.ts';
import { extensionOf } from './site/paths.ts';
import type { Site, SiteProblem, Sought } from './site/site.ts';
import { counted } from './words.ts';

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
const decidedByText: ReadonlySet<string> = new Set([
  'unclosed-fence',
  'unclosed-comment',
  'conflict-marker',
  'empty-link',
  'malformed-link',
  'missing-scheme',
]);

/**
 * How sure an error is: the first row that applies decides, and what none applies to is an error. Nothing else in the
 * checker sets a severity.
 */
const table: readonly ((found: Case) => Verdict | undefined)[] = [
  // Proven by what the page says itself.
  ({ problem: { rule, unsure } }) => (decidedByText.has(rule) && unsure === undefined ? 'error' : undefined),
  // Proven by the change: it removed what the link leads to, or wrote a link of a form that resolves elsewhere.
  ({ problem: { lost, former } }) =>
    lost === true || (former !== undefined && former.by === undefined) ? 'error' : undefined,
  ({ introduced, forms }) =>
    introduced === true && forms.some(({ right, wrong }) => right > wrong) && !forms.some(isUnresolved)
      ? 'error'
      : undefined,
  // Proven by the code host, which reads the address of a file in a README in one way.
  ({ site, problem }) => (site !== undefined && isReadByCodeHost(site.site, problem) ? 'error' : undefined),
  // Links of this form mostly do not resolve: one warning for all of them.
  ({ forms, problem }) => {
    const form = problem.former === undefined ? forms.find(isUnresolved) : undefined;
    return form && { form };
  },
  // The settings of the program are known in part.
  ({ problem: { unsure, severity } }) =>
    because(unsure ?? (severity === 'warning' ? 'its program may read it otherwise' : undefined)),
  ({ site, problem: { sought } }) => because(isRoute(sought) ? site?.site.unread.addresses : undefined),
  ({ site, problem: { sought } }) => because(sought?.kind === 'page' ? site?.site.unread.links : undefined),
  // Something that is not read makes anchors.
  ({ site, problem: { sought } }) => because(sought?.kind === 'anchor' ? site?.site.unread.anchors : undefined),
  // No program claims the page.
  ({ site, problem: { path, sought } }) => because(site?.site.unread.page?.(path, sought)),
];

function because(reason: string | undefined): Verdict | undefined {
  return reason === undefined ? undefined : { because: reason };
}

/** Links of one form that do not resolve before they may be meant to resolve in a way that is not read here. */
const fewestAlike = 3;

function isUnresolved({ right, wrong }: LinkForm): boolean {
  return wrong >= fewestAlike && wrong >= right;
}

/** What is looked for among the routes of a site, and not as a file of the repository by its path. */
function isRoute(sought: Sought | undefined): boolean {
  if (sought?.kind === 'entry' || sought?.kind === 'redirect') return true;
  return sought?.kind === 'page' && sought.at.startsWith('/');
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
    const forms = known.get(site) ?? linkForms(twinOf(site, evidence), evidence.files);
    known.set(site, forms);
    return forms.of(problem);
  };
  const groups = new Map<string, { readonly form: LinkForm; readonly members: MarkedProblem[] }>();
  const judged = found.flatMap((one): JudgedProblem[] => {
    const { introduced, problem, site } = one;
    const severity = severityOf(problem.rule);
    if (severity !== 'error') return [{ ...one, severity }];
    const verdict = first(table, { ...one, forms: formsOf(site, problem) }) ?? 'error';
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

function first<In, Out>(rows: readonly ((given: In) => Out | undefined)[], given: In): Out | undefined {
  for (const row of rows) {
    const out = row(given);
    if (out !== undefined) return out;
  }
  return undefined;
}

function keyOf(checked: CheckedSite | undefined): string {
  return checked === undefined ? '' : `${checked.site.framework} ${checked.site.root}`;
}

function twinOf(site: CheckedSite, { checked }: CheckedTree): CheckedSite {
  return checked.find((one) => keyOf(one) === keyOf(site)) ?? site;
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
