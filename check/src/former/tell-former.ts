import type { CheckedSite } from '../check-site.ts';
import type { FormerPath } from '../docs-check.ts';
import { placeOf, type Site, type SiteProblem } from '../site/site.ts';
import type { Reference } from './references.ts';
import { dayOf, whenOf, type Whereabouts } from './whereabouts.ts';

export interface Lost {
  readonly reference: Reference;
  /** What was there, or of its own page. */
  readonly former: FormerPath;
  /** Where it led from the former place of its page. */
  readonly led?: string;
}

/** Addresses that a commit broke, and places of one address, that are told one by one; of more, one finding tells, unless the change that is checked broke them. */
const mostTold = 8;

/** What was found before says also where the page went; what was not is told. */
export function tellFormer(
  { site, problems }: CheckedSite,
  found: readonly Lost[],
  whereabouts: Whereabouts,
): readonly SiteProblem[] {
  const atPlace = new Map(found.map((one) => [placeOf({ path: one.reference.path, ...one.reference.link }), one]));
  const known = new Set<Lost>();
  const before = problems.map((problem) => {
    const one = atPlace.get(placeOf(problem));
    if (one === undefined || !['broken-link', 'missing-file'].includes(problem.rule)) return problem;
    known.add(one);
    const { went, meant } = whereOf(site, one, whereabouts);
    const more = problem.message.includes(' Did you mean ') ? '' : advice(meant);
    return {
      ...problem,
      former: one.former,
      message: `${problem.message} ${went}${more}`,
    };
  });
  const unsaid = found.filter((one) => !known.has(one) && !one.reference.isMissing);
  return [
    ...before,
    ...[...Map.groupBy(unsaid, ({ former }) => former.by?.commit).values()].flatMap((ofCommit) => {
      const byAddress = Map.groupBy(ofCommit, ({ reference: { link } }) => link.url);
      const isNew = ofCommit[0]?.former.by === undefined;
      if (byAddress.size > mostTold && !isNew) return [ofMany(ofCommit, [...byAddress.keys()])];
      return [...byAddress.values()].flatMap((alike) =>
        (alike.length > mostTold && !isNew ? alike.slice(0, 1) : alike).map((one) =>
          ofOne(one, whereOf(site, one, whereabouts), isNew ? 1 : alike.length),
        ),
      );
    }),
  ];
}

function whereOf(site: Site, { reference, former, led }: Lost, whereabouts: Whereabouts): ReturnType<Whereabouts> {
  if (led === undefined) return whereabouts(site, reference, former);
  const went = `This page was moved from ${former.path} ${whenOf(former)}, and from there it led to ${led}.`;
  return { went, meant: undefined };
}

const uncertain = 'Not certain: something that is not read here may answer there.';

function advice(meant: string | undefined): string {
  return meant === undefined ? '' : ` Did you mean ${meant}?`;
}

function ofOne({ reference, led }: Lost, { went, meant }: ReturnType<Whereabouts>, times: number): SiteProblem {
  const { path, link } = reference;
  const where = times > mostTold ? ` It stands in ${times} places.` : '';
  const message = `The link ${link.url} leads to no page${led === undefined ? ':' : '.'} ${went}${advice(meant)}${where} ${uncertain}`;
  return { path, line: link.line, column: link.column, ...ruleOf(link), message };
}

function ofMany(all: readonly Lost[], different: readonly string[]): SiteProblem {
  const [{ reference, former }] = all as readonly [Lost];
  const shown = different.slice(0, mostTold).join(', ');
  const message = `${all.length} links lead to ${different.length} pages that were there until ${dayOf(former)}, such as ${shown}. ${uncertain}`;
  const { path, link } = reference;
  return { path, line: link.line, column: link.column, ...ruleOf(link), message };
}

function ruleOf({ kind }: Reference['link']): Pick<SiteProblem, 'rule' | 'severity'> {
  return { rule: kind === 'file' ? 'missing-file' : 'broken-link', severity: 'warning' };
}
