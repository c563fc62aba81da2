import { createMcpHandler, McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server';
import packageFile from '../../package.json' with { type: 'json' };
import type { Guide } from '../guide/read-guide.ts';
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

const instructions = `Docwright counts the readers of one documentation site, people and AI, and lets an AI agent change the site by pull
requests. Dates are in UTC unless \`timeZone\` is given. Answers are at most 8 KB: ask for more with \`offset\` or \`after\`. ${notice}`;

const tools: readonly McpTool[] = [
  ...[visitorsTool, missingPagesTool, pageTool, explainChangeTool, liveTool],
  ...[startJobTool, jobTool, answerJobTool, listJobsTool, jobDiffTool],
  ...[searchDocsTool, readPageTool, checkDocsTool],
];

/** Answers by an event stream, whose comments keep proxies from cutting a long wait. */
export function answerRequest(
  request: Request,
  parsedBody: unknown,
  { caller, guide }: { caller: Caller; guide: () => Promise<Guide> },
): Promise<Response> {
  const handler = createMcpHandler(() => createServer(caller, guide), { responseMode: 'sse' });
  return handler.fetch(request, { parsedBody });
}

/** The server of one request has what its caller may use, and nothing else. */
function createServer(caller: Caller, guide: () => Promise<Guide>): McpServer {
  const info = { name: 'docwright', title: 'Docwright', version: packageFile.version };
  const unchanging = { listChanged: false };
  const capabilities = { tools: unchanging, prompts: unchanging, resources: unchanging };
  const server = new McpServer(info, { capabilities, instructions });
  for (const tool of tools) if (caller.principal.has(tool.scope)) tool.register(server, caller);
  registerPrompts(server, caller);
  registerGuide(server, guide);
  return server;
}

const guidePrefix = 'docwright://guide/';

/** The guide of Docwright, page by page. */
function registerGuide(server: McpServer, guide: () => Promise<Guide>): void {
  const describe = { title: 'Docwright guide', description: 'How to run and use Docwright', mimeType: 'text/markdown' };
  const list = async () => ({
    resources: (await guide()).pages.map(({ name, title }) => {
      return { uri: `${guidePrefix}${name}`, name: name === '' ? 'contents' : name, title, mimeType: 'text/markdown' };
    }),
  });
  server.registerResource('guide', new ResourceTemplate(`${guidePrefix}{+name}`, { list }), describe, async (uri) => {
    const page = (await guide()).pages.find(({ name }) => `${guidePrefix}${name}` === uri.href);
    if (page === undefined) throw new ResourceNotFoundError(uri.href);
    return { contents: [{ uri: uri.href, mimeType: 'text/markdown', text: page.markdown }] };
  });
}
