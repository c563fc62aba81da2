import { z } from '@hono/zod-openapi';
import { partOf } from '../answer.ts';
import { defineTool } from '../tool.ts';
import { textInput, textOutput } from './list-jobs.ts';
import { limitInput, moreAfter, moreOutput, offsetInput } from './range.ts';

export const searchDocsTool = defineTool({
  name: 'search_docs',
  title: 'Search the documentation',
  scope: 'agent:read',
  description:
    'Pages of the base branch that have every word of the query, the most relevant first, each with its best line. Read the page with ' +
    '`read_page`.',
  input: z.strictObject({ query: z.string().min(1).max(200), limit: limitInput(10), offset: offsetInput }),
  output: z.object({
    total: z.int(),
    found: z.array(z.object({ path: z.string(), line: z.int(), text: z.string() })),
    ...moreOutput,
  }),
  isOpenWorld: true,
  async run({ query, limit, offset }, { agent, project }) {
    const all = await agent.documents.search(project.id, query);
    const found = all.slice(offset, offset + limit);
    return {
      most: found.length,
      build: (shown) => ({
        total: all.length,
        found: found.slice(0, shown),
        ...moreAfter(offset, shown, offset + shown < all.length),
      }),
    };
  },
});

export const readPageTool = defineTool({
  name: 'read_page',
  title: 'Read a page of the documentation',
  scope: 'agent:read',
  description: 'The source of a page at the base branch, in parts that fit into an answer.',
  input: z.strictObject({
    path: z.string().min(1).max(2048).describe('Path of its file, or its address on the site, such as /guide/start.'),
    ...textInput,
  }),
  output: z.object({ path: z.string(), ...textOutput }),
  isOpenWorld: true,
  longestText: Infinity,
  async run({ path: wanted, offset }, { agent, project }) {
    const { path, text } = await agent.documents.read(project.id, wanted);
    const { most, build } = partOf(text, offset);
    return { most, build: (count) => ({ path, ...build(count) }) };
  },
});

const severities = ['error', 'warning', 'notice'] as const;

export const checkDocsTool = defineTool({
  name: 'check_docs',
  title: 'Check the documentation',
  scope: 'agent:read',
  description:
    'Broken links, anchors, images, syntax and navigation in the documentation at its base branch, errors first. Runs nothing of the ' +
    'repository. May take a minute.',
  input: z.strictObject({
    severity: z.enum(severities).default('warning').describe('The least severe findings to show.'),
    path: z.string().max(2048).optional().describe('Only files whose path contains this text.'),
    limit: limitInput(20),
    offset: offsetInput,
  }),
  output: z.object({
    pages: z.int(),
    frameworks: z.array(z.string()),
    total: z.int().describe('Findings of the chosen severity and path.'),
    findings: z.array(
      z.object({
        severity: z.enum(severities),
        rule: z.string(),
        path: z.string(),
        line: z.int().optional(),
        message: z.string(),
      }),
    ),
    ...moreOutput,
  }),
  isOpenWorld: true,
  async run({ severity, path = '', limit, offset }, { agent, project }) {
    const { pages, frameworks, findings } = await agent.documents.check(project.id);
    const shownSeverities = severities.slice(0, severities.indexOf(severity) + 1);
    const wanted = shownSeverities.flatMap((each) =>
      findings.filter((finding) => finding.severity === each && finding.path.includes(path)),
    );
    const page = wanted.slice(offset, offset + limit);
    return {
      most: page.length,
      build: (shown) => ({
        pages,
        frameworks: [...frameworks],
        total: wanted.length,
        findings: page.slice(0, shown),
        ...moreAfter(offset, shown, offset + shown < wanted.length),
      }),
    };
  },
});
