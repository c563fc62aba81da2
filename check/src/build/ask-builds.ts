import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import type { CheckReport, Finding } from '../finding.ts';
import { severityOf } from '../rules/rules.ts';
import type { BuildSite, InstalledBuild, KnownBuild } from './find-builds.ts';

/** One thing that a build said is wrong. Of the page either the file or the address may be known, or neither. */
export interface Said {
  readonly path: string | undefined;
  readonly route: string | undefined;
  readonly line: number | undefined;
  readonly column: number | undefined;
  readonly address: string | undefined;
  readonly what: string;
}

/** What a build printed about pages; the same thing printed twice is said once. */
function readOutput({ head, says }: Pick<KnownBuild, 'head' | 'says'>, output: string): readonly Said[] {
  const said = new Map<string, Said>();
  let page: Readonly<Record<string, string | undefined>> = {};
  for (const line of output.split('\n')) {
    const begins = head?.exec(line)?.groups;
    if (begins !== undefined) {
      page = begins;
      continue;
    }
    const groups = says.map((pattern) => pattern.exec(line)?.groups).find((found) => found !== undefined);
    if (groups === undefined) continue;
    const { path = page['path'], route = page['route'], address, what } = groups;
    const thing: Said = {
      path: path?.replace(/^\/workspace\//u, ''),
      route,
      line: groups['line'] === undefined ? undefined : Number(groups['line']),
      column: groups['column'] === undefined ? undefined : Number(groups['column']),
      address,
      what: [address === undefined || what?.includes(address) === true ? '' : `${address}: `, what ?? 'broken'].join(
        '',
      ),
    };
    said.set(JSON.stringify(thing), thing);
  }
  return [...said.values()];
}

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
function mergeSaid(report: CheckReport, answers: readonly BuildAnswer[], paths: readonly string[]): CheckReport {
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

/** Runs a command of the repository on a copy of its folder, apart from everything else. */
export type RunApart = (
  command: string,
) => Promise<{ readonly failed: boolean; readonly how: string; readonly output: string }>;

/** Asks the frameworks' own builds one after another, and merges what they say. */
export async function askBuilds(
  report: CheckReport,
  installed: readonly InstalledBuild[],
  paths: readonly string[],
  run: RunApart,
): Promise<CheckReport> {
  const answers: BuildAnswer[] = [];
  for (const site of installed) {
    const { failed, how, output } = await run(commandOf(site));
    const said = [...readOutput(site.build, output)];
    if (failed && said.length === 0) said.push(general(`the build ${how}. It ended with: ${lastOf(output)}`));
    if (output.startsWith('…')) said.push(general('more than could be kept; only the end of it was read'));
    answers.push({ site, failed, said });
  }
  return mergeSaid(report, answers, paths);
}

/** In the folder of the site, with the Node that runs this first. */
function commandOf({ root, program, build }: InstalledBuild): string {
  const up = root.replace(/[^/]+\//gu, '../');
  const settings = `PATH=${quoted(dirname(realpathSync(process.execPath)))}:$PATH ASTRO_TELEMETRY_DISABLED=1 DO_NOT_TRACK=1`;
  return `cd ${quoted(`./${root}`)} && ${settings} ${quoted(`./${up}${program}`)} ${build.arguments}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function general(what: string): Said {
  return { path: undefined, route: undefined, line: undefined, column: undefined, address: undefined, what };
}

/** Last lines of an output that says nothing we know to read. */
function lastOf(output: string): string {
  return output
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s+at /u.test(line))
    .slice(-5)
    .join(' ')
    .slice(-500);
}
