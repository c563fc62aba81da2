import { readFile, writeFile } from 'node:fs/promises';
import openapiTypescript, { astToString } from 'openapi-typescript';

/** The schema files that the server keeps up to date; each becomes types beside the client that uses them. */
const schemas = [
  { source: new URL('./src/api/dashboard-api.json', import.meta.url), name: 'dashboard-api' },
  { source: new URL('../openapi.json', import.meta.url), name: 'public-api' },
];

for (const { source, name } of schemas) {
  const target = new URL(`./src/api/${name}.generated.ts`, import.meta.url);
  const text = astToString(await openapiTypescript(await readFile(source, 'utf8')));
  const present = await readFile(target, 'utf8').catch(() => '');
  if (present !== text) await writeFile(target, text);
}
