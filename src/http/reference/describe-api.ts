import type { HttpApp } from '../create-http-app.ts';
import { withHeaders } from '../response-headers.ts';
import type { ApiDocument } from './api-document.ts';

const description = `Agents change your documentation and open pull requests. Visitor analytics report who reads it.

Every operation below a project needs \`Authorization: Bearer <key>\`. Bodies are UTF-8 JSON unless stated otherwise. Request
bodies may be compressed with \`Content-Encoding\` gzip, deflate, br or zstd. Responses are compressed with gzip or deflate if
\`Accept-Encoding\` allows it; JSON under 4 KB and event streams never are. A trailing slash changes nothing. Every path also
supports \`HEAD\` and \`OPTIONS\`.

Errors are \`application/problem+json\`, or the same content as \`application/json\` if \`Accept\` prefers it. Branch on
\`type\`, show \`error\`. Any path may also return 405 with \`Allow\`, and malformed HTTP gets 400, 408 or 431.`;

/** The OpenAPI 3.1 document of every route that the application has; the same bytes for the same source. */
export function describeApi(app: HttpApp, options: { version: string; errorCodes: readonly string[] }): ApiDocument {
  app.openAPIRegistry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    description: 'A key from `docwright key create`: `dw_admin_...`, or `dw_ingest_...` for sending visits.',
  });
  const generated = app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Docwright',
      version: options.version,
      description,
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    servers: [{ url: '/' }],
    tags: [
      { name: 'Agent jobs', description: 'Send an instruction, get a pull request.' },
      { name: 'Visitor analytics', description: 'Exact unique visitors and views, by people and AI.' },
      {
        name: 'Saved views and sharing',
        description: 'Saved views of the analytics page, and links that show analytics without a key.',
      },
      { name: 'Annotations', description: 'Notes and merged pull requests beside the chart of visitors.' },
      { name: 'Weekly mail', description: "Last week's analytics, every Monday." },
      { name: 'Collecting', description: "Receives views from the tracker, a site's servers, and log drains." },
      { name: 'Projects', description: 'The project that a key belongs to.' },
      { name: 'Operations', description: 'For process supervisors and monitoring.' },
    ],
  });
  const document = onlyPublic(
    describeEveryAnswer(JSON.parse(JSON.stringify(generated)) as ApiDocument & { tags: { name: string }[] }),
  );
  const used = Object.values(document.paths).flatMap((item) => Object.values(item).flatMap(({ tags }) => tags ?? []));
  const described = document.tags.filter(({ name }) => used.includes(name));
  // A tag that nobody described is shown all the same: the reference leaves out no operation.
  const untaggedNames = [...new Set(used)].filter((name) => !described.some((tag) => tag.name === name));
  return {
    ...listErrorCodes(document, options.errorCodes),
    tags: [...described, ...untaggedNames.map((name) => ({ name }))],
  };
}

/** Adds what every answer of every operation has, and says where no key is needed. */
function describeEveryAnswer<Document extends ApiDocument>(document: Document): Document {
  const paths = mapValues(document.paths, (item) =>
    mapValues(item, (operation) => ({
      ...operation,
      security: operation.security ?? [],
      responses: withHeaders(operation.responses, 'X-Request-Id', 'X-Content-Type-Options'),
    })),
  );
  return { ...document, paths };
}

function mapValues<Value, Result>(
  values: Readonly<Record<string, Value>>,
  map: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}

/** Leaves out what only our own dashboard calls, which may change with it, and the schemas that nothing else uses. */
function onlyPublic<Document extends ApiDocument>(document: Document): Document {
  const paths = Object.fromEntries(Object.entries(document.paths).filter(([path]) => !path.startsWith('/api/')));
  const schemas = Object.entries(document.components?.schemas ?? {});
  const reachable = new Set<string>();
  const reach = (text: string): void => {
    for (const [name, schema] of schemas) {
      if (reachable.has(name) || !text.includes(`"#/components/schemas/${name}"`)) continue;
      reachable.add(name);
      reach(JSON.stringify(schema));
    }
  };
  reach(JSON.stringify(paths));
  const publicSchemas = Object.fromEntries(schemas.filter(([name]) => reachable.has(name)));
  return { ...document, paths, components: { ...document.components, schemas: publicSchemas } };
}

/** Puts every problem type into the schema of problems, so that a client can be written against them. */
function listErrorCodes(document: ApiDocument, codes: readonly string[]): ApiDocument {
  const problem = document.components?.schemas?.['Problem'];
  if (problem === undefined) return document;
  const type = { ...problem.properties?.['type'], examples: codes.map((code) => `/problems/${code}`) };
  const schemas = {
    ...document.components?.schemas,
    Problem: { ...problem, properties: { ...problem.properties, type } },
  };
  return { ...document, components: { ...document.components, schemas } };
}
