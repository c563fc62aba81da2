import type { FileIndex } from '../site/file-index.ts';
import { decode } from '../site/parse-address.ts';
import type { SiteProblem } from '../site/site.ts';
import type { PlacedLink } from './links-of-sites.ts';

/** https://docs.github.com/en/issues/tracking-your-work-with-issues/using-issues/creating-an-issue#creating-an-issue-from-a-url-query */
const ofForm =
  /^https?:\/\/(github\.com\/[\w.-]{1,100}\/[\w.-]{1,100})\/issues\/new(?:\/choose)?\/?\?(?:[^#]{0,1000}&)?template=([^&#]{1,200})/iu;
const folder = '.github/ISSUE_TEMPLATE';

/**
 * Links to a form of an issue that this repository does not have. Of one without any, those of its owner count:
 * https://docs.github.com/en/communities/setting-up-your-project-for-healthy-contributions/creating-a-default-community-health-file
 */
export function* formsOfIssues(
  links: readonly PlacedLink[],
  files: FileIndex,
  own: string | undefined,
): Iterable<SiteProblem> {
  const forms = files.paths.filter((path) => path.toLowerCase().startsWith(`${folder.toLowerCase()}/`));
  if (!forms.some((path) => /\.(?:md|ya?ml)$/iu.test(path) && !/\/config\.ya?ml$/iu.test(path))) return;
  const names = new Set(forms.map((path) => path.slice(folder.length + 1).toLowerCase()));
  for (const { path, link } of links) {
    const { url, line, column } = link;
    const [, repository = '', written = ''] = ofForm.exec(url) ?? [];
    const name = decode(written);
    if (repository.toLowerCase() !== own || name === undefined || names.has(name.toLowerCase())) continue;
    const message = `The link ${url} leads to a form that is not there (looked for ${folder}/${name}).`;
    yield { path, line, column, severity: 'warning', rule: 'broken-link', message };
  }
}
