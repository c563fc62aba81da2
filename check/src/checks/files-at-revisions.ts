import type { DocsTree } from '../docs-check.ts';
import type { FileIndex } from '../site/file-index.ts';
import type { SiteProblem } from '../site/site.ts';
import type { PlacedLink } from './links-of-sites.ts';
import { usualBranch, type Repositories } from './own-repository-links.ts';
import { decodedPath, ofRepository } from './repository-addresses.ts';

/** Complete addresses of files of this repository at another branch, a tag or a commit, which does not have them. */
export async function filesAtRevisions(
  links: readonly PlacedLink[],
  files: FileIndex,
  { own, branch: ownBranch }: Pick<Repositories, 'own' | 'branch'>,
  missingAt: DocsTree['missingAt'],
): Promise<readonly SiteProblem[]> {
  if (own === undefined || missingAt === undefined) return [];
  const references = links.flatMap(({ path, link }) => {
    const { repository = '', branch = '', written = '', isWorkflow } = ofRepository(link.url);
    const at = decodedPath(`${branch}/${written}`) ?? '';
    const isOther = branch !== '' && branch !== ownBranch && !usualBranch.test(branch);
    // The branch was forgotten before what is there.
    if (repository.toLowerCase() !== own || isWorkflow || !isOther || written === '' || at === '' || files.has(at))
      return [];
    return [{ path, link, at }];
  });
  if (references.length === 0) return [];
  const missing = new Set(await missingAt(references.map(({ at }) => at)));
  return references.flatMap(({ path, link: { line, column, url }, at }): SiteProblem[] => {
    if (!missing.has(at)) return [];
    const message = `The link ${url} leads to a file of this repository that is not there (looked for ${at}).`;
    return [{ path, line, column, rule: 'broken-link', severity: 'warning', message }];
  });
}
