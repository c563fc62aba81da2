import type { CheckReport, Finding } from '../check.ts';
import { severityOf } from '../rules/rules.ts';
import type { Said } from './read-output.ts';
import type { BuildSite } from './find-builds.ts';

/** What the build of one site said, and whether it failed. */
export interface BuildAnswer {
  readonly site: BuildSite;
  readonly failed: boolean;
  readonly said: readonly Said[];
}

const own = 'docwright';

/**
 * The findings with those of the builds, each marked with who said it. What both say is one finding. What a build alone
 * says is an error where it failed, and a warning where it went on all the same.
 */
export function mergeSaid(report: CheckReport, answers: readonly BuildAnswer[], paths: readonly string[]): CheckReport {
  const findings: Finding[] = report.findings.map((finding) => ({ ...finding, saidBy: [own] }));
  for (const { site, failed, said } of answers) {
    for (const thing of said) {
      const path = pageOf(thing, site, paths) ?? site.settings;
      const same = findings.findIndex((finding) => isSame(finding, thing, path));
      const found = findings[same];
      if (found !== undefined)
        findings[same] = { ...found, saidBy: [...new Set([...(found.saidBy ?? []), site.build.name])] };
      else findings.push(findingOf(thing, path, site.build.name, failed));
    }
  }
  const order = findings.toSorted(
    (one, other) => one.path.localeCompare(other.path) || (one.line ?? 0) - (other.line ?? 0),
  );
  return { ...report, findings: order };
}

function findingOf({ line, column, what }: Said, path: string, name: string, failed: boolean): Finding {
  const rule = failed ? 'build-failed' : 'build-warned';
  return {
    rule,
    severity: severityOf(rule),
    path,
    line,
    column,
    message: `${name} says: ${what}.`.replace(/\.\.$/u, '.'),
    introduced: undefined,
    saidBy: [name],
  };
}

function isSame({ rule, path: ofFinding, line, message }: Finding, said: Said, path: string): boolean {
  if (path !== ofFinding) return false;
  if (said.address === undefined) return said.line !== undefined && said.line === line && !rule.startsWith('build-');
  // VitePress leaves the ending of an address out, Docusaurus puts the folder of the page before it.
  const words = message.split(/[\s,;]+/u).map((word) => plain(word));
  const anchor = /#.+$/u.exec(said.address)?.[0];
  return words.includes(plain(said.address)) || (anchor !== undefined && words.includes(anchor));
}

function plain(address: string): string {
  return address
    .replace(/^\.\//u, '')
    .replace(/[.?]$/u, '')
    .replace(/\.(?:mdx?|html?)(?=#|$)/u, '');
}

/** The file of a page as builds name it: from the top, from the site, from its folder of pages, or by its address. */
function pageOf({ path, route }: Said, { root }: BuildSite, paths: readonly string[]): string | undefined {
  const inSite = paths.filter((known) => known.startsWith(root));
  if (path !== undefined) {
    const bare = path.replace(/^\.\//u, '');
    const ends = inSite.filter((known) => known.endsWith(`/${bare}`));
    return [bare, root + bare].find((known) => inSite.includes(known)) ?? (ends.length === 1 ? ends[0] : undefined);
  }
  if (route === undefined) return undefined;
  const wanted = routeParts(route);
  const named = inSite.filter((known) => /\.mdx?$/u.test(known) && isAt(routeParts(known.slice(root.length)), wanted));
  const shortest = Math.min(...named.map((known) => known.length));
  return named.find((known) => known.length === shortest);
}

/** The parts of an address that matter: no numbers before names, no `index`. */
function routeParts(route: string): readonly string[] {
  const parts = route
    .replace(/[?#].*$/u, '')
    .replace(/\.mdx?$/u, '')
    .split('/')
    .filter(Boolean);
  return parts
    .map((part) => part.replace(/^\d+\s*[-_.]\s*/u, '').toLowerCase())
    .filter((part) => !/^(?:index|readme)$/u.test(part));
}

function isAt(parts: readonly string[], wanted: readonly string[]): boolean {
  return (
    parts.length >= wanted.length &&
    wanted.length > 0 &&
    wanted.every((part, index) => parts.at(index - wanted.length) === part)
  );
}
