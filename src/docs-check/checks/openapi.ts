import type { CheckContext, PageCheck, SiteCheck } from './check-context.ts';

/** What is wrong with the OpenAPI files of the site. */
export const openapiFiles: SiteCheck = function* ({ specifications }) {
  for (const [path, { problems }] of specifications) for (const problem of problems) yield { ...problem, path };
};

const named = /^(?:(?<file>\S+)\s+)?(?<method>get|post|put|patch|delete|head|options|trace)\s+(?<path>\/\S*)$/iu;

/** Pages whose frontmatter names an operation (`openapi: GET /users`) that no OpenAPI file has. */
export const openapiPages: PageCheck = function* (context, path, { frontmatter }) {
  const value = frontmatter['openapi'];
  const match = typeof value === 'string' ? named.exec(value.trim())?.groups : undefined;
  if (match === undefined) return;
  const operation = `${(match['method'] ?? '').toUpperCase()} ${match['path'] ?? ''}`;
  const files = candidates(context, match['file']);
  if (files === undefined || files.some((operations) => operations.includes(operation))) return;
  const message = `No OpenAPI file of this site has the operation ${operation}.`;
  yield { path, rule: 'openapi-missing-operation', severity: 'error', line: undefined, column: undefined, message };
};

/** Operations of the files that are meant; undefined when one of them is not read here. */
function candidates(
  { specifications, site }: CheckContext,
  file: string | undefined,
): (readonly string[])[] | undefined {
  if (site.specificationsElsewhere || specifications.size === 0) return undefined;
  const meant = [...specifications].filter(
    ([path]) => file === undefined || path.endsWith(file.replace(/^\.?\//u, '')),
  );
  if (meant.length === 0 || meant.some(([, { parsed }]) => !parsed)) return undefined;
  return meant.map(([, { operations }]) => operations ?? []);
}
