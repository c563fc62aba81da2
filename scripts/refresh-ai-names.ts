/**
 * Takes over the names of https://github.com/ai-robots-txt/ai.robots.txt (MIT) from a copy of its `robots.json`:
 * `node scripts/refresh-ai-names.ts robots.json 2026-08-22`, with the day of that copy. Writes
 * catalogue/listed-names.json and the table of differences in docs/ai-traffic.md. Run the tests of
 * src/analytics/traffic afterwards: they show whether a new name takes people for AI.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { z } from 'zod';
import { loadCatalogue, namesNobody } from '../src/analytics/traffic/catalogue.ts';
import { createTrafficClassifier } from '../src/analytics/traffic/classify.ts';

const [file = 'robots.json', date = ''] = process.argv.slice(2);
const robots = z
  .record(z.string(), z.object({ operator: z.string(), function: z.string() }))
  .parse(JSON.parse(readFileSync(file, 'utf8')));
const root = join(import.meta.dirname, '..');
const list = join(root, 'src/analytics/traffic/catalogue/listed-names.json');
const document = join(root, 'docs/ai-traffic.md');

/** By the words in which the list says what a name is for. */
function categoryOf(purpose: string): string {
  if (/coding agent/i.test(purpose)) return 'coding_agent';
  if (/assistant|AI agents?|user(?:-initiated)? prompts|user queries/i.test(purpose)) return 'assistant';
  return /search/i.test(purpose) ? 'ai_search' : 'ai_training';
}

function operatorOf(text: string): string {
  const name = (/^\[([^\]]+)\]/.exec(text)?.[1] ?? text).toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return name.startsWith('unclear') ? 'unknown' : name.replace(/^-|-$/g, '').slice(0, 40) || 'unknown';
}

async function write(path: string, text: string): Promise<void> {
  writeFileSync(path, await format(text, { ...(await resolveConfig(path)), filepath: path }));
}

const names = Object.entries(robots)
  .map(([name, facts]) => ({ name, operator: operatorOf(facts.operator), category: categoryOf(facts.function) }))
  .sort((a, b) => (a.name < b.name ? -1 : 1));
const source = 'https://github.com/ai-robots-txt/ai.robots.txt';
await write(list, JSON.stringify({ source, licence: 'MIT', date, names }));

const classifier = createTrafficClassifier(loadCatalogue());
const aiCategories = new Set(['assistant', 'coding_agent', 'ai_search', 'ai_training']);
const rows = names.flatMap(({ name, category }) => {
  const { category: ours } = classifier.classify({ source: 'log', userAgent: name });
  const reason = namesNobody[name];
  if (reason !== undefined) return [`| \`${name}\` | \`${category}\` | none: ${reason} |`];
  return aiCategories.has(ours) ? [] : [`| \`${name}\` | \`${category}\` | \`${ours}\` |`];
});
const table = ['| name | the list | the catalogue |', '| --- | --- | --- |', ...rows].join('\n');
const [before = '', after = ''] = readFileSync(document, 'utf8').split(/<!-- names that differ -->[^]*<!-- end -->/);
const count = `Of its ${names.length} names of ${date}, ${names.length - rows.length} are AI in the catalogue, too.`;
await write(document, `${before}<!-- names that differ -->\n\n${count}\n\n${table}\n\n<!-- end -->${after}`);
