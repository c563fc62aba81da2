import { type Entrance, entranceNames, type ErrorFacts } from '../../kernel/app-error.ts';
import { inline, join, markup, pageLayout, type Markup } from './page-layout.ts';

/** What the `type` of a problem leads to. */
export function problemPage(facts: ErrorFacts): Markup {
  return pageLayout({
    title: `${facts.title} (${facts.code})`,
    content: markup`<p class="limits"><span><a href="/problems">All error codes</a></span></p>
<h1>${facts.title}</h1>
<p class="address"><span class="status s${String(facts.status).charAt(0)}">${facts.status}</span> <code>${facts.code}</code></p>
<h2>What to do</h2>${remedies(facts)}
<h2>Try again?</h2><p>${
      facts.retryable
        ? 'Yes: the same request may succeed later without changes.'
        : 'No: the same request fails until something is changed.'
    }</p>`,
  });
}

/** One sentence, or one for each place where the error is met. */
function remedies({ remedy }: ErrorFacts): Markup {
  if (typeof remedy === 'string') return markup`<p>${inline(remedy)}</p>`;
  const { otherwise, ...entrances } = remedy;
  const items = Object.entries(entrances).map(
    ([entrance, text]) => markup`<li>${entranceNames[entrance as Entrance]}: ${inline(text)}</li>`,
  );
  return markup`<p>${inline(otherwise)}</p><ul>${join(items)}</ul>`;
}

export function problemList(catalogue: readonly ErrorFacts[]): Markup {
  return pageLayout({
    title: 'Error codes',
    content: markup`<h1>Error codes</h1><p>Branch on the code, never on the message.</p>
${problemTable(catalogue)}`,
  });
}

/** For a person whose address has a code that this version does not have. */
export function unknownProblemPage(code: string, catalogue: readonly ErrorFacts[]): Markup {
  return pageLayout({
    title: 'No such error code',
    content: markup`<h1>No such error code</h1><p>This version has no <code>${code.slice(0, 64)}</code>; these it has:</p>
${problemTable(catalogue)}`,
  });
}

function problemTable(catalogue: readonly ErrorFacts[]): Markup {
  const rows = catalogue.map(
    ({ code, status, title }) =>
      markup`<tr><td><a href="/problems/${code}"><code>${code}</code></a></td><td><span class="status s${String(status).charAt(0)}">${status}</span></td><td>${title}</td></tr>`,
  );
  return markup`<table><thead><tr><th>Code</th><th>Status</th><th>What it means</th></tr></thead><tbody>${join(rows)}</tbody></table>`;
}
