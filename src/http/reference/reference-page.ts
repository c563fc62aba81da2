import type { ApiDocument } from './api-document.ts';
import { operationView, type NamedOperation } from './operation-view.ts';
import { inline, join, markup, pageLayout, prose, type Markup } from './page-layout.ts';

/** The whole reference as one page: it prints, it is found by the browser's own search, and only its own search needs a script. */
export function referencePage(document: ApiDocument): Markup {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): NamedOperation => ({
      ...operation,
      method,
      path,
      id: operation.operationId ?? `${method}${path.replace(/\W+/g, '-')}`,
    })),
  );
  const groups = (document.tags ?? [])
    .map((tag) => ({ ...tag, operations: operations.filter(({ tags }) => tags?.includes(tag.name)) }))
    .filter((group) => group.operations.length > 0);
  const navigation = groups.map(
    ({ name, operations: sectionOperations }) =>
      markup`<div><h2>${name}</h2><ul>${join(sectionOperations.map(({ id, summary, method }) => markup`<li><a href="#${id}">${summary ?? id}<span class="method ${method}">${method.toUpperCase()}</span></a></li>`))}</ul></div>`,
  );
  const sections = groups.map(
    ({ name, description, operations: sectionOperations }) =>
      markup`<section><h2>${name}</h2>${description === undefined ? markup`` : markup`<p class="lead">${inline(description)}</p>`}${join(sectionOperations.map((operation) => operationView(document, operation)))}</section>`,
  );
  return pageLayout({
    title: `${document.info.title} API reference`,
    // Shown by its script.
    navigation: markup`<div hidden><input type="search" class="find" placeholder="Search the reference" aria-label="Search the reference"><p class="find-count limits" role="status"></p></div>${join(navigation)}<h2>More</h2><ul><li><a href="/problems">All error codes</a></li><li><a href="/openapi.json">openapi.json</a></li></ul>`,
    content: markup`<h1>${document.info.title} API</h1><p class="limits"><span>version ${document.info.version}</span></p>${prose(document.info.description)}${join(sections)}`,
  });
}
