import type { EvaluationResult } from './evaluation-case.ts';
import { playerOf, resultHead, resultRow } from './report-table.ts';
import { summaryTables, type ResultTable } from './totals.ts';

const longestDiff = 200_000;

/** One page that needs nothing else: no script, nothing fetched, and every word of a repository or a model escaped. */
export function resultsPage(results: readonly EvaluationResult[]): string {
  const rows = results.map((result, index) => {
    const [first = '', ...cells] = resultRow(result);
    const link = `<th scope="row"><a href="#result-${index}">${escaped(first)}</a></th>`;
    return `<tr>${link}${cells.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`;
  });
  const head = resultHead.map((name) => `<th scope="col">${name}</th>`).join('');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Evaluation of the agent</title>
<style>${style}</style>
</head>
<body>
<h1>Evaluation of the agent</h1>
<p>Files and lines: 2/3 +1 means that of 3 merged ones the agent changed 2, and it changed 1 other.</p>
${summaryTables(results).map(table).join('\n')}
<div class="scroll" tabindex="0" role="region" aria-label="Results"><table><thead><tr>${head}</tr></thead><tbody>
${rows.join('\n')}
</tbody></table></div>
${results.map(section).join('\n')}
</body>
</html>
`;
}

function table({ title, head, rows }: ResultTable): string {
  const line = (tag: 'th' | 'td', cells: readonly string[]) =>
    `<tr>${cells.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`;
  const body = rows.map((row) => line('td', row)).join('\n');
  return `<div class="scroll" tabindex="0" role="region" aria-label="${title}"><table><thead>${line('th', head)}</thead><tbody>${body}</tbody></table></div>`;
}

function section(result: EvaluationResult, index: number): string {
  const explanation = result.said === null ? '' : `: ${escaped(result.said)}`;
  return `<section id="result-${index}">
<h2>${escaped(result.title)} <small>${escaped(`${result.id} · ${playerOf(result)}`)}</small></h2>
<details><summary>Prompt</summary><pre>${escaped(result.prompt)}</pre></details>
<p><strong>${result.verdict}</strong>: ${escaped(result.reason)}</p>
<p>${result.ending}${explanation}</p>
<div class="beside">
<div><h3>Merged</h3>${diff(result.expected, 'Merged change')}</div>
<div><h3>Agent</h3>${diff(result.actual, "Agent's change")}</div>
</div>
</section>`;
}

function diff(text: string, label: string): string {
  if (text === '') return '<p>No changes.</p>';
  const cut =
    text.length > longestDiff ? `${text.slice(0, longestDiff)}\n… ${text.length - longestDiff} more characters` : text;
  let isHead = true;
  const lines = cut.split('\n').map((line) => {
    // Its `---` and `+++` name the file.
    isHead = line.startsWith('diff --git ') || (isHead && !line.startsWith('@@'));
    return `<span${isHead ? headOf(line) : kindOf(line)}>${escaped(line)}</span>`;
  });
  return `<pre tabindex="0" role="region" aria-label="${label}">${lines.join('\n')}</pre>`;
}

function headOf(line: string): string {
  return line.startsWith('diff --git ') ? ' class="file"' : '';
}

function kindOf(line: string): string {
  if (line.startsWith('+')) return ' class="added"';
  return line.startsWith('-') ? ' class="removed"' : '';
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Also characters that change the direction of what follows, which could make a line read otherwise than it is. */
function escaped(text: string): string {
  return text
    .replace(/[&<>"']/g, (character) => entities[character] ?? '')
    .replace(
      /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g,
      (character) => `⟦U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}⟧`,
    );
}

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 2rem; }
.scroll, pre { overflow: auto; }
table { border-collapse: collapse; }
th, td { padding: 0.25rem 0.75rem; text-align: left; border-bottom: 1px solid #8886; white-space: nowrap; }
.beside { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; }
.beside > div { min-width: 0; }
@media (max-width: 60rem) { .beside { grid-template-columns: 1fr; } }
pre { white-space: pre-wrap; overflow-wrap: anywhere; max-height: 80vh; padding: 0.5rem; border: 1px solid #8886; font-size: 0.8rem; }
.file { font-weight: bold; }
.added { background: #2ea04333; }
.removed { background: #f8514933; }
small { font-weight: normal; opacity: 0.8; }
`;
