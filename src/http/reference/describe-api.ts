import type { HttpApp } from '../create-http-app.ts';
import type { ApiDocument } from './api-document.ts';

const description = `Agents change your documentation and open pull requests; visitor analytics say who reads it.

Every operation below a project takes \`Authorization: Bearer <key>\`. Bodies are JSON unless said otherwise, and unknown
fields are refused. What is not a success is \`application/problem+json\`: branch on \`type\`, show \`error\`.`;

/** The OpenAPI 3.1 document of every route that the application has; the same bytes for the same source. */
export function describeApi(app: HttpApp, options: { version: string; errorCodes: readonly string[] }): ApiDocument {
  app.openAPIRegistry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    description:
      'A key as `docwright key create` shows it once: `dw_admin_...`, or `dw_ingest_...` for sending visits.',
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
      { name: 'Agent jobs', description: 'An instruction goes in, a pull request comes out.' },
      { name: 'Visitor analytics', description: 'Exact unique visitors and views, people and AI.' },
      { name: 'Ingest', description: 'Views that come from elsewhere than the tracker.' },
      { name: 'Operations', description: 'For supervisors and monitors.' },
    ],
  });
  const document = onlyPublic(JSON.parse(JSON.stringify(generated)) as ApiDocument & { tags: { name: string }[] });
  const used = new Set(
    Object.values(document.paths).flatMap((item) => Object.values(item).flatMap(({ tags }) => tags ?? [])),
  );
  return { ...listErrorCodes(document, options.errorCodes), tags: document.tags.filter(({ name }) => used.has(name)) };
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
  const kept = Object.fromEntries(schemas.filter(([name]) => reachable.has(name)));
  return { ...document, paths, components: { ...document.components, schemas: kept } };
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
