export interface RecorderPlace {
  readonly endpoint: string;
  readonly projectId: string;
}

interface Framework {
  readonly name: string;
  /** Subpath of `@docwright/edge`. */
  readonly entry: string;
  readonly use: string;
}

/** Where the middleware goes in each framework that `@docwright/edge` serves, except Cloudflare, whose secrets come late. */
const frameworks: readonly Framework[] = [
  { name: 'Express', entry: 'express', use: 'app.use(recordVisits(recorder)); // before the routes' },
  { name: 'Fastify', entry: 'fastify', use: 'await app.register(recordVisits(recorder));' },
  { name: 'Hono', entry: 'hono', use: 'app.use(recordVisits(recorder)); // before the routes' },
  { name: 'Node http', entry: 'node', use: 'createServer(recordVisits(recorder, listener));' },
  { name: 'Next.js', entry: 'next', use: 'export const proxy = recordVisits(recorder); // in proxy.ts' },
  { name: 'Vercel', entry: 'vercel', use: 'export default recordVisits(recorder); // in middleware.ts' },
  {
    name: 'Netlify',
    entry: 'netlify',
    use: "export default recordVisits(recorder);\nexport const config = { path: '/*' };",
  },
];

const cloudflare = 'Cloudflare Workers';

export const frameworkNames = [...frameworks.map(({ name }) => name), cloudflare];

/** The code that records visits in this framework; it reads the key from `DOCWRIGHT_INGEST_KEY`. */
export function middlewareSnippet(name: string, place: RecorderPlace): string {
  const framework = frameworks.find((each) => each.name === name);
  if (framework === undefined) {
    return `${imports('cloudflare')}

const makeRecorder = (env) => createRecorder({
${options(place, 'env')}
});
export default { fetch: recordVisits(makeRecorder, (request) => fetch(request)) };`;
  }
  return `${imports(framework.entry)}

const recorder = createRecorder({
${options(place, 'process.env')}
});
${framework.use}`;
}

function imports(entry: string): string {
  return `import { createRecorder } from '@docwright/edge';
import { recordVisits } from '@docwright/edge/${entry}';`;
}

function options({ endpoint, projectId }: RecorderPlace, environment: string): string {
  return `  endpoint: '${endpoint}',
  projectId: '${projectId}',
  ingestKey: ${environment}.DOCWRIGHT_INGEST_KEY,`;
}
