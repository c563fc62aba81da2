import type { Rule, RuleContext } from './rule.ts';

export const openapiMissingOperation: Rule = {
  name: 'openapi-missing-operation',
  severity: 'error',
  finds: 'a page or navigation entry about an operation that no OpenAPI file of the site has',
  fix: 'Name an operation of the file, as `GET /users`.',
  example: '`openapi: GET /user` in frontmatter where the file has `GET /users`',
  source: 'https://www.mintlify.com/docs/api-playground/openapi-setup',
  *onPage(context, path, { frontmatter }) {
    const value = frontmatter['openapi'];
    const operation = typeof value === 'string' ? missingOperation(context, value) : undefined;
    if (operation === undefined) return;
    const message = `No OpenAPI file of this site has the operation ${operation}.`;
    yield { path, line: undefined, column: undefined, message, sought: soughtOf(operation) };
  },
  *onSite(context) {
    for (const { path, line, column, entry } of context.site.navigation?.operations ?? []) {
      const operation = missingOperation(context, entry);
      if (operation === undefined) continue;
      const message = `The navigation names the operation ${operation}, which no OpenAPI file of this site has.`;
      yield { path, line, column, message, sought: soughtOf(operation) };
    }
  },
};

function soughtOf(operation: string) {
  return { kind: 'operation', written: operation, at: 'an OpenAPI file' } as const;
}

const named = /^(?:(?<file>\S+)\s+)?(?<method>get|post|put|patch|delete|head|options|trace)\s+(?<path>\/\S*)$/iu;

/** The operation that is named, where it is known to be missing. */
function missingOperation(context: RuleContext, written: string): string | undefined {
  const match = named.exec(written.trim())?.groups;
  if (match === undefined) return undefined;
  const operation = `${(match['method'] ?? '').toUpperCase()} ${match['path'] ?? ''}`;
  const files = candidates(context, match['file']);
  const meant = withoutSlash(operation);
  const isThere = files?.some((operations) => operations.some((one) => withoutSlash(one) === meant)) ?? true;
  return isThere ? undefined : operation;
}

/** Mintlify finds a path with or without the slash at its end: `findOpenApiPath` of `@mintlify/common`. */
function withoutSlash(operation: string): string {
  return operation.replace(/(?<=[^ ])\/$/u, '');
}

/** Operations of the files that are meant; undefined when one of them is not read here. */
function candidates(
  { specifications, site }: RuleContext,
  file: string | undefined,
): (readonly string[])[] | undefined {
  if (site.specificationsElsewhere || specifications.size === 0) return undefined;
  const meant = [...specifications].filter(
    ([path]) => file === undefined || path.endsWith(file.replace(/^\.?\//u, '')),
  );
  if (meant.length === 0 || meant.some(([, { parsed }]) => !parsed)) return undefined;
  return meant.map(([, { operations }]) => operations ?? []);
}
