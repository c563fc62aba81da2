import type { Validator } from '@seriousme/openapi-schema-validator';

type Errors = Exclude<Awaited<ReturnType<Validator['validate']>>['errors'], string | undefined>;

/** What is against the specification, and where: the keys that lead to the place. */
export interface SchemaFault {
  readonly keys: readonly string[];
  readonly message: string;
}

/** The first fault that is found: the deepest when one place was tried in several ways. References are not its concern. */
export type ValidateOpenapi = (specification: Readonly<Record<string, unknown>>) => Promise<SchemaFault | undefined>;

/** Checks OpenAPI files against the schema of their version. The schemas take some 20 MB, and only once one is needed. */
export function createOpenapiValidator(): ValidateOpenapi {
  let loading: Promise<Validator> | undefined;
  return async (specification) => {
    loading ??= import('@seriousme/openapi-schema-validator').then((library) => new library.Validator());
    const { errors } = await (await loading).validate(specification);
    if (errors === undefined || typeof errors === 'string') return undefined;
    const [deepest] = errors.toSorted((one, other) => keysOf(other).length - keysOf(one).length);
    if (deepest === undefined) return undefined;
    const same = errors.filter(({ instancePath }) => instancePath === deepest.instancePath);
    return { keys: keysOf(deepest), message: sentenceOf(deepest, missingIn(same)) };
  };
}

function keysOf({ instancePath }: Errors[number]): string[] {
  return instancePath
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Fields of which one is needed; that a reference would do as well goes without saying. */
function missingIn(errors: Errors): string {
  const names = errors.flatMap(({ keyword, params }) =>
    keyword === 'required' ? [String((params as Readonly<Record<string, unknown>>)['missingProperty'])] : [],
  );
  return [...new Set(names.filter((name) => name !== '$ref'))].map((name) => `\`${name}\``).join(' or ');
}

function sentenceOf(error: Errors[number], missing: string): string {
  const keys = keysOf(error);
  const where = keys.length === 0 ? 'The file' : `\`${keys.join(' > ')}\``;
  const params = error.params as Readonly<Record<string, unknown>>;
  const named = (name: string): string => `\`${String(params[name])}\``;
  switch (error.keyword) {
    case 'required':
      return `${where} needs ${missing}.`;
    case 'additionalProperties':
      return `${where} must not have ${named('additionalProperty')}.`;
    case 'unevaluatedProperties':
      return `${where} must not have ${named('unevaluatedProperty')}.`;
    case 'enum':
      return `${where} must be one of ${(params['allowedValues'] as readonly unknown[]).map(String).join(', ')}.`;
    default:
      return `${where} ${error.message ?? 'is not as the specification says'}.`;
  }
}
