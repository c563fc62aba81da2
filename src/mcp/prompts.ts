import type { McpServer } from '@modelcontextprotocol/server';
import type { Scope } from '../contract/scope.ts';
import type { Caller } from './tool.ts';

type Prompt = Readonly<Record<'name' | 'title' | 'description' | 'text', string>> & { scopes: readonly Scope[] };

const prompts: readonly Prompt[] = [
  {
    name: 'weekly_review',
    title: 'Weekly review',
    description: 'What changed among the readers of the documentation last week, and what to do about it.',
    scopes: ['analytics:read'],
    text: `Review the readers of our documentation in the last complete week, Monday to Sunday.
1. Call \`visitors\` for that week, with the week before as \`compareFrom\` and \`compareTo\`.
2. Call \`explain_change\` for the same two weeks.
3. Call \`missing_pages\` for that week.
Then write at most 200 words: the numbers of people and AI with their change, the two or three causes that explain it with their share, and the
missing pages worth a redirect or a new page. Say which numbers are too small to mean anything.`,
  },
  {
    name: 'what_assistants_miss',
    title: 'What do assistants miss?',
    description: 'Which pages AI assistants and coding agents ask for and do not get.',
    scopes: ['analytics:read', 'agent:read'],
    text: `Find out what AI assistants look for in our documentation and do not find, in the last 30 days.
1. Call \`missing_pages\` and keep the pages with many \`ai\` visitors.
2. Call \`visitors\` by \`agent\` with \`filters: {"category": ["assistant", "coding_agent"]}\` to see which products they are.
3. For each of the ten most wanted pages without a redirect, call \`search_docs\` with the words of its path.
Then list for each page: who asks for it, whether another page answers it (redirect), or whether it is missing (write it).`,
  },
  {
    name: 'prepare_redirect_job',
    title: 'Prepare a redirect job',
    description: 'Turns missing pages into the instruction of one agent job, which you confirm.',
    scopes: ['analytics:read', 'agent:read', 'agent:write'],
    text: `Prepare an agent job that adds redirects for missing pages of our documentation.
1. Call \`missing_pages\` for the last 30 days. Keep pages with \`redirected: false\` and a \`nearest\` page that means the same; check doubtful
   ones with \`read_page\`.
2. Show me the list, from and to, with the visitors of each, and the budgets from \`list_jobs\`.
3. Wait for my confirmation. Only then call \`start_job\` with an instruction that names each redirect, and follow it with \`job\`.`,
  },
];

/** Adds the prompts whose tools the caller may use. */
export function registerPrompts(server: McpServer, { principal }: Caller): void {
  for (const { name, title, description, scopes, text } of prompts) {
    if (!scopes.every((scope) => principal.has(scope))) continue;
    server.registerPrompt(name, { title, description }, () => ({
      messages: [{ role: 'user', content: { type: 'text', text } }],
    }));
  }
}
