import { raw } from 'hono/html';
import type { ApiContent, ApiDocument, ApiOperation } from './api-document.ts';
import { exampleValue } from './example-value.ts';
import { inline, join, markup, prose, type Markup } from './page-layout.ts';
import { fieldView, schemaView, typeName } from './schema-view.ts';

export interface NamedOperation extends ApiOperation {
  readonly method: string;
  readonly path: string;
  readonly id: string;
}

/** One operation: what it does, what goes in, what comes out, and a command that works. */
export function operationView(document: ApiDocument, operation: NamedOperation): Markup {
  const { method, path, id, summary, description, security } = operation;
  return markup`<section class="operation" id="${id}">
<h3><a href="#${id}">${summary ?? id}</a></h3>
<p class="address"><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code></p>
${prose(description)}
${!needsKey(security) ? markup`<p class="limits"><span>no key needed</span></p>` : raw('')}
${parametersView(document, operation)}
${operation.requestBody === undefined ? raw('') : bodyView(document, 'Body', operation.requestBody.content)}
<h4>Example</h4>
<pre tabindex="0"><code>${curlCommand(document, operation)}</code></pre>
<h4>Answers</h4>
${join(Object.entries(operation.responses).map(([status, response]) => responseView(document, status, response)))}
</section>`;
}

function needsKey(security: ApiOperation['security'] = []): boolean {
  return security.length > 0;
}

function parametersView(document: ApiDocument, { parameters = [] }: NamedOperation): Markup {
  const groups = (['path', 'query', 'header'] as const).map((place) => {
    const fields = parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name, schema = {}, required = false, description }) =>
        fieldView(document, { name, schema, required, description }),
      );
    if (fields.length === 0) return raw('');
    const title = { path: 'Path', query: 'Query', header: 'Headers' }[place];
    return markup`<h4>${title}</h4><dl class="fields">${join(fields)}</dl>`;
  });
  return join(groups);
}

function bodyView(document: ApiDocument, title: string, content: ApiContent): Markup {
  const bodies = Object.entries(content).map(
    ([mediaType, { schema = {} }]) =>
      markup`<p class="media"><code>${mediaType}</code> <span class="type">${typeName(document, schema)}</span></p>${schemaView(document, schema)}`,
  );
  return markup`<h4>${title}</h4>${join(bodies)}`;
}

function responseView(
  document: ApiDocument,
  status: string,
  { description, content = {} }: { description: string; content?: ApiContent },
): Markup {
  const heading = markup`<span class="status s${status.charAt(0)}">${status}</span> ${inline(description)}`;
  const bodies = Object.entries(content)
    .filter(([mediaType]) => mediaType !== 'application/problem+json')
    .map(([mediaType, { schema = {} }]) => {
      const example =
        mediaType === 'application/json' ? JSON.stringify(exampleValue(document, schema), null, 2) : undefined;
      return markup`<p class="media"><code>${mediaType}</code> <span class="type">${typeName(document, schema)}</span></p>${schemaView(document, schema)}${
        example === undefined ? raw('') : markup`<pre tabindex="0"><code>${example}</code></pre>`
      }`;
    });
  if (bodies.length === 0) return markup`<p class="answer">${heading}</p>`;
  return markup`<details class="answer"><summary>${heading}</summary>${join(bodies)}</details>`;
}

function curlCommand(document: ApiDocument, { method, path, security, requestBody }: NamedOperation): string {
  const address = `"$DOCWRIGHT_URL${path.replace('{projectId}', '$DOCWRIGHT_PROJECT').replace(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`)}"`;
  const lines = [`curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}${address}`];
  if (needsKey(security)) lines.push('-H "Authorization: Bearer $DOCWRIGHT_API_KEY"');
  const schema = requestBody?.content['application/json']?.schema;
  if (schema !== undefined) {
    lines.push('-H "Content-Type: application/json"');
    lines.push(`-d '${JSON.stringify(exampleRequest(document, schema)).replaceAll("'", String.raw`'\''`)}'`);
  }
  return lines.join(' \\\n  ');
}

/** Only what must be there, so that the command does the plainest thing. */
function exampleRequest(document: ApiDocument, schema: Parameters<typeof exampleValue>[1]): unknown {
  const value = exampleValue(document, schema);
  const required = new Set(
    document.components?.schemas?.[schema.$ref?.split('/').at(-1) ?? '']?.required ?? schema.required,
  );
  if (typeof value !== 'object' || value === null || Array.isArray(value) || required.size === 0) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => required.has(name)));
}
