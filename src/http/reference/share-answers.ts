import type { ApiDocument, ApiOperation } from './api-document.ts';

type Answer = ApiOperation['responses'][string];

/**
 * The document as it is published: an error that operations describe alike is said once, as `components.responses`, named by its status (`Problem404`).
 * Clients are generated from it, and what they hold is half the size then.
 */
export function shareAnswers(document: ApiDocument): object {
  const shared = new Map<string, Answer>();
  const share = (status: string, answer: Answer): Answer | { $ref: string } => {
    if (Number(status) < 400) return answer;
    const first = shared.get(`Problem${status}`) ?? answer;
    shared.set(`Problem${status}`, first);
    return JSON.stringify(first) === JSON.stringify(answer)
      ? { $ref: `#/components/responses/Problem${status}` }
      : answer;
  };
  const paths = mapEntries(document.paths, (_, item) =>
    mapEntries(item, (__, operation) => ({ ...operation, responses: mapEntries(operation.responses, share) })),
  );
  return { ...document, paths, components: { ...document.components, responses: Object.fromEntries(shared) } };
}

function mapEntries<Value, Result>(
  values: Readonly<Record<string, Value>>,
  map: (name: string, value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(name, value)]));
}
