import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { attachmentsContext } from '../../../../contract/attachment.ts';
import type { Finding } from '../../../../../check/src/check.ts';
import type { ModelMessage } from '../../../../model/language-model.ts';
import { nothingOutside, type AgentTree } from '../../docs-agent.ts';
import { createTools } from './create-tools.ts';
import { ToolRefusal, type ToolOutcome } from './tool.ts';
import { createTreeAccess } from './tree-access.ts';

function findingIn(path: string): Finding {
  return { rule: 'syntax', severity: 'error', path, line: 9, column: undefined, message: 'x', introduced: undefined };
}

/** The tools over a folder of their own, and what their calls recorded, as the loop does it. */
export function createToolbox({
  diff = () => '',
  attachments = {},
  ...options
}: Partial<AgentTree> & { diff?: () => string; attachments?: Record<string, string | Uint8Array> } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'docwright-toolbox-'));
  const root = join(folder, 'tree');
  const contexts = Object.keys(attachments).length === 0 ? {} : { [attachmentsContext]: join(folder, 'attached') };
  for (const path of [root, join(folder, 'attached')]) mkdirSync(path);
  for (const [name, content] of Object.entries(attachments)) writeFileSync(join(folder, 'attached', name), content);
  const stored: ModelMessage[] = [];
  let calls = 0;
  const open = (messages: readonly ModelMessage[]) =>
    createTools({
      tree: createTreeAccess({ root, contexts, ...options }),
      checks: {
        file: (path, content) => Promise.resolve(content.includes('BROKEN') ? [findingIn(path)] : []),
        docs: () => Promise.resolve({ frameworks: [], pages: 1, findings: [findingIn('a.md')] }),
      },
      change: {
        diff: () => Promise.resolve(diff()),
        before: () => Promise.resolve(undefined),
        isUntouched: () => Promise.resolve(false),
      },
      outside: nothingOutside,
      messages,
      sees: [],
    });
  let tools = open([]);
  return {
    root,
    /** A place beside the tree. */
    folder,
    put(path: string, content: string | Uint8Array) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
    },
    text: (path: string) => readFileSync(join(root, path), 'utf8'),
    async call(name: string, input: unknown): Promise<ToolOutcome> {
      const tool = tools.find(({ definition }) => definition.name === name);
      if (tool === undefined) throw new Error(`there is no tool ${name}`);
      const outcome = await tool.call(input, new AbortController().signal).catch((error: unknown): ToolOutcome => {
        if (!(error instanceof ToolRefusal)) throw error;
        return { failed: true, text: error.message, ...(error.record && { record: error.record }) };
      });
      const { text, failed = false, record } = outcome;
      const result = { callId: String((calls += 1)), tool: name, text, failed, ...(record && { record }) };
      stored.push({ role: 'tool', results: [result] });
      return outcome;
    },
    /** As after a crash: what is known comes from the stored records. */
    resume(further: readonly ModelMessage[] = []) {
      stored.push(...further);
      tools = open(JSON.parse(JSON.stringify(stored)) as ModelMessage[]);
    },
    dispose() {
      rmSync(folder, { recursive: true });
    },
  };
}
