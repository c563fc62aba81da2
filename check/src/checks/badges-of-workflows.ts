import type { FileIndex } from '../site/file-index.ts';
import { decode } from '../site/parse-address.ts';
import type { SiteProblem } from '../site/site.ts';
import type { PlacedLink } from './links-of-sites.ts';
import type { Repositories } from './own-repository-links.ts';

/** The badge of before, which names a workflow as its file calls it. https://docs.github.com/en/actions/how-tos/monitor-workflows/add-a-status-badge */
const badge =
  /^https?:\/\/(github\.com\/[\w.-]{1,100}\/[\w.-]{1,100})\/workflows\/([^/?#]{1,300})\/badge\.svg(?:[?#]|$)/iu;
/** The badge of another host, which names the file. https://shields.io/badges/git-hub-actions-workflow-status */
const badgeOfFile =
  /^https?:\/\/(?:img\.)?shields\.io\/github\/actions\/workflow\/status\/([\w.-]{1,100}\/[\w.-]{1,100})\/([^/?#]{1,200}\.ya?ml)(?:[?#]|$)/iu;
const workflow = /^\.github\/workflows\/[^/]+\.ya?ml$/u;
const nameOfWorkflow = /^name:[ \t]*(?:"([^"\n]*)"|'([^'\n]*)'|([^\n]*))/mu;

/** Badges of workflows of this repository that no workflow is called by. */
export async function badgesOfWorkflows(
  links: readonly PlacedLink[],
  files: FileIndex,
  { own, former }: Pick<Repositories, 'own' | 'former'>,
): Promise<readonly SiteProblem[]> {
  const paths = files.paths.filter((path) => workflow.test(path));
  if (paths.length === 0) return [];
  const isOwn = (repository: string): boolean => [own, former].includes(repository.toLowerCase());
  const shown = links.flatMap(({ path, link }) => {
    const [, repository, name] = badge.exec(link.url) ?? [];
    const written = name === undefined ? undefined : decode(name);
    return written !== undefined && isOwn(repository ?? '') ? [{ path, link, name: written }] : [];
  });
  const ofFiles = links.flatMap(({ path, link: { line, column, url } }) => {
    const [, repository = '', name = ''] = badgeOfFile.exec(url) ?? [];
    const file = `.github/workflows/${name}`;
    if (!isOwn(`github.com/${repository}`) || files.has(file)) return [];
    const message = `The picture ${url} is that of a workflow that is not there (looked for ${file}).`;
    return [{ path, line, column, severity: 'warning', rule: 'missing-file', message } as const];
  });
  if (shown.length === 0) return ofFiles;
  const names = (await Promise.all(paths.map((path) => files.readText(path)))).map((text = '') => {
    const [, double, single, plain] = nameOfWorkflow.exec(text) ?? [];
    return double ?? single ?? plain?.split(/[ \t]#/u, 1)[0]?.trim();
  });
  const known = new Set([...names, ...paths]);
  const ofNames = shown.flatMap(({ path, link: { line, column, url }, name }) => {
    if (known.has(name)) return [];
    const file = paths.find((one) => one.endsWith(`/${name}`));
    const remedy =
      file === undefined
        ? `They are called ${names.filter((one) => one !== undefined).join(', ')}.`
        : `The badge of ${file} is at actions/workflows/${name}/badge.svg.`;
    const message = `The picture ${url} is that of a workflow called ${name}, and none of this repository is. ${remedy}`;
    return [{ path, line, column, severity: 'warning', rule: 'missing-file', message } as const];
  });
  return [...ofFiles, ...ofNames];
}
