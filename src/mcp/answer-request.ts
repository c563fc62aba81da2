import { createMcpHandler, McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server';
import { z } from '@hono/zod-openapi';
import type { Scope } from '../contract/scope.ts';
import packageFile from '../../package.json' with { type: 'json' };
import { notice } from './answer.ts';
import { registerPrompts } from './prompts.ts';
import type { Caller, McpTool } from './tool.ts';
import { checkDocsTool, readPageTool, searchDocsTool } from './tools/documents.ts';
import { explainChangeTool } from './tools/explain-change.ts';
import { jobTool } from './tools/job.ts';
import { jobDiffTool, listJobsTool } from './tools/list-jobs.ts';
import { pageTool } from './tools/page.ts';
import { answerJobTool, startJobTool } from './tools/start-job.ts';
import { liveTool, missingPagesTool, visitorsTool } from './tools/visitors.ts';

const unchanging = { listChanged: false };
const instructions = `Docwright counts the readers of one documentation site, people and AI, and lets an AI agent change the site by pull
requests. Dates are in UTC unless \`timeZone\` is given. Answers are at most 8 KB: ask for more with \`offset\` or \`after\`. ${notice}`;

const tools: readonly McpTool[] = [
  ...[visitorsTool, missingPagesTool, pageTool, explainChangeTool, liveTool],
  ...[startJobTool, jobTool, answerJobTool, listJobsTool, jobDiffTool],
  ...[searchDocsTool, readPageTool, checkDocsTool],
];

const callSchema = z.object({ method: z.literal('tools/call'), params: z.object({ name: z.string() }) });

/** What the caller of a tool needs; undefined for everything else. */
export function scopeOfCall(message: unknown): Scope | undefined {
  const called = callSchema.safeParse(message).data?.params.name;
  return tools.find(({ name }) => name === called)?.scope;
}

/** Answers by an event stream, whose comments keep proxies from cutting a long wait. */
export function answerRequest(request: Request, parsedBody: unknown, caller: Caller): Promise<Response> {
  return createMcpHandler(() => createServer(caller), { responseMode: 'sse' }).fetch(request, { parsedBody });
}

/** The server of one request has what its caller may use, and nothing else. */
function createServer(caller: Caller): McpServer {
  const info = { name: 'docwright', title: 'Docwright', version: packageFile.version };
  const capabilities = { tools: unchanging, prompts: unchanging, resources: unchanging };
  const server = new McpServer(info, { capabilities, instructions });
  for (const tool of tools) if (caller.principal.has(tool.scope)) tool.register(server, caller);
  registerPrompts(server, caller);
  registerGuide(server, caller);
  return server;
}

/** The contents need a name, since a template matches no empty one. */
const guideUri = (name: string) => `docwright://guide/${name || 'contents'}`;

/** The guide of Docwright, page by page. */
function registerGuide(server: McpServer, { guide }: Caller): void {
  const describe = { title: 'Docwright guide', description: 'How to run and use Docwright', mimeType: 'text/markdown' };
  const list = async () => ({
    resources: (await guide()).pages.map(({ name, title }) => {
      return { uri: guideUri(name), name: name || 'contents', title, mimeType: 'text/markdown' };
    }),
  });
  server.registerResource('guide', new ResourceTemplate(guideUri('{+name}'), { list }), describe, async (uri) => {
    const page = (await guide()).pages.find(({ name }) => guideUri(name) === uri.href);
    if (page === undefined) throw new ResourceNotFoundError(uri.href);
    return { contents: [{ uri: uri.href, mimeType: 'text/markdown', text: page.markdown }] };
  });
}
