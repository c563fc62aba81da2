import { constants, platform, setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { createCheck } from '../create-check.ts';
import type { DocsTree, FormerPath, CheckReport, Finding } from '../finding.ts';
import type { LinkVerdict } from '../external/link-probe.ts';
import { createFolderTree } from '../tree/folder.ts';
import type { GuardData } from './checker-guard.worker.ts';
import {
  beatMilliseconds,
  type CheckerOrder,
  type CheckerQuestion,
  type FromChecker,
  type ToChecker,
  type TreeSource,
  largestAnswer,
  longestMessage,
  createWorkNotes,
} from './checker-messages.ts';
import { severityOf } from '../rules/rules.ts';

// The checking process: works on one order at a time, for the process that started it.

const [threads = 1, longestPage = 0, processMegabytes = 0] = process.argv.slice(2).map(Number);
const notes = createWorkNotes();
const checker = createCheck({ threads, longestPage, onStep: notes.begin });

/** What is read could not be: not the fault of what was read. */
class QuestionUnanswered extends Error {}

let abort = new AbortController();
const open = new Map<number, PromiseWithResolvers<unknown>>();
let questions = 0;

function send(message: FromChecker): void {
  process.send?.(message);
}

async function ask(question: CheckerQuestion): Promise<unknown> {
  const number = (questions += 1);
  const reply = Promise.withResolvers<unknown>();
  open.set(number, reply);
  send({ kind: 'question', number, question });
  return reply.promise;
}

function treeFrom(source: TreeSource, of: 'tree' | 'base'): DocsTree {
  const formerPaths = async (): Promise<FormerPath[]> =>
    JSON.parse((await ask({ of, ask: 'former-paths' })) as string) as FormerPath[];
  const history = source.hasHistory ? { formerPaths } : {};
  if ('folder' in source) return { ...createFolderTree(source.folder), ...history };
  return {
    ...history,
    ...(source.id !== undefined && { id: source.id }),
    // One text, because a list of a hundred thousand takes the other side ten times as long.
    list: async () => ((await ask({ of, ask: 'list' })) as string).split('\0').filter(Boolean),
    read: async (path) => (await ask({ of, ask: 'read', path })) as Uint8Array | undefined,
  };
}

async function workOn(order: CheckerOrder): Promise<string> {
  if (order.kind === 'check-file') {
    const { path, content, tree } = order;
    return boundedFindings(await checker.checkFile(path, content, tree && treeFrom(tree, 'tree')));
  }
  if (order.kind === 'read-redirects') {
    const { tree, docsFolder = '' } = order;
    return JSON.stringify(
      await checker.readRedirects({ tree: treeFrom(tree, 'tree'), docsFolder, signal: abort.signal }),
    );
  }
  const { tree, base, changed, docsFolder, repository, probes } = order;
  const report = await checker.check({
    tree: treeFrom(tree, 'tree'),
    ...(base && { base: treeFrom(base, 'base') }),
    ...(changed && { changed }),
    ...(docsFolder !== undefined && { docsFolder }),
    ...(repository !== undefined && { repository }),
    ...(probes && {
      probeLinks: async (urls) => (await ask({ of: 'links', urls })) as ReadonlyMap<string, LinkVerdict>,
    }),
    signal: abort.signal,
  });
  return boundedReport(report);
}

/** An error of the file system is one of the machine; what else is thrown comes from what was checked. */
function isOfMachine(error: unknown): boolean {
  return error instanceof QuestionUnanswered || (error instanceof Error && 'syscall' in error);
}

async function answer(order: CheckerOrder): Promise<void> {
  abort = new AbortController();
  notes.begin('');
  const beating = setInterval(notes.beat, beatMilliseconds);
  try {
    send({ kind: 'done', json: await workOn(order) });
  } catch (error) {
    const kind = abort.signal.aborted || isOfMachine(error) ? 'failed' : 'beyond';
    send({ kind, message: error instanceof Error ? error.message : String(error) });
  } finally {
    clearInterval(beating);
  }
}

process.on('message', (message: ToChecker) => {
  switch (message.kind) {
    case 'order':
      void answer(message.order);
      break;
    case 'reply':
      open.get(message.question)?.resolve(message.value);
      open.delete(message.question);
      break;
    case 'no-reply':
      open.get(message.question)?.reject(new QuestionUnanswered('What was to be checked could not be read.'));
      open.delete(message.question);
      break;
    case 'abort':
      abort.abort(new Error('The check was aborted.'));
      break;
  }
});
process.on('disconnect', () => process.exit());
// On Linux a priority is that of a thread: whoever waits for an answer of this machine goes before a check.
if (platform() === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
const workerData: GuardData = { parent: process.ppid, processMegabytes };
new Worker(new URL('./checker-guard.worker.ts', import.meta.url), { workerData }).unref();

/** As JSON of at most `largestAnswer` characters. What a change brought in has room first; what has none is counted. */
export function boundedReport(report: CheckReport): string {
  return JSON.stringify({ ...report, findings: bounded(report.findings) } satisfies CheckReport);
}

export function boundedFindings(findings: readonly Finding[]): string {
  return JSON.stringify(bounded(findings));
}

function bounded(all: readonly Finding[]): readonly Finding[] {
  const findings = all.map(withShortTexts);
  const keptFindings = new Set<Finding>();
  let size = 0;
  for (const finding of findings.toSorted((a, b) => Number(stood(a)) - Number(stood(b)))) {
    size += JSON.stringify(finding).length + 1;
    if (size > largestAnswer) break;
    keptFindings.add(finding);
  }
  if (keptFindings.size === findings.length) return findings;
  return [...findings.filter((finding) => keptFindings.has(finding)), leftOut(findings.length - keptFindings.size)];
}

function stood({ introduced }: Finding): boolean {
  return introduced === false;
}

function withShortTexts({ fix, ...finding }: Finding): Finding {
  const { message } = finding;
  const short = message.length > longestMessage ? `${message.slice(0, longestMessage - 1)}…` : message;
  return { ...finding, message: short, ...(fix !== undefined && fix.text.length <= longestMessage && { fix }) };
}

function leftOut(count: number): Finding {
  return {
    rule: 'too-many-findings',
    severity: severityOf('too-many-findings'),
    path: '.',
    line: undefined,
    column: undefined,
    message: `${count} more findings are left out: a report has no room for them.`,
    introduced: false,
  };
}
