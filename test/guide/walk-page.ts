import type { Block, Page } from './read-blocks.ts';
import type { Reader } from './reader.ts';
import type { Ran } from './shell.ts';
import { configurationChecks } from './check-configuration.ts';

/** What became of one block. */
export interface Step {
  readonly line: number;
  /** The first command, or the language and file. */
  readonly about: string;
  readonly milliseconds: number;
  /** Why it was not run. */
  readonly skipped?: string;
  /** What was wrong, with everything that was printed. */
  readonly fault?: string;
}

/** Follows a page from its first block to its last; after a fault nothing more is tried. */
export async function walkPage({ blocks }: Page, reader: Reader): Promise<readonly Step[]> {
  const steps: Step[] = [];
  let last: Ran = { code: 0, output: '' };
  for (const block of blocks) {
    const started = performance.now();
    const step = (result: Pick<Step, 'skipped' | 'fault'>): Step => ({
      line: block.line,
      about: aboutOf(block),
      milliseconds: Math.round(performance.now() - started),
      ...result,
    });
    if (block.notRun !== undefined) {
      steps.push(step({ skipped: block.notRun }));
    } else if (block.needs !== undefined && !reader.has(block.needs)) {
      steps.push(step({ skipped: `${block.needs} is not on this machine` }));
    } else if (block.output) {
      steps.push(step(judge(last, { code: last.code, text: block.text }, reader)));
    } else if (block.language === 'sh') {
      if (block.afterStop) await reader.stopServer();
      last = await (block.server ? reader.startServer(block.text) : reader.run(block.text));
      steps.push(step(judge(last, { code: block.exit, text: block.expect ?? '' }, reader)));
    } else {
      if (block.file !== undefined) reader.save(block.file, block.text);
      steps.push(step(await checkConfiguration(block, reader)));
    }
    if (steps.at(-1)?.fault !== undefined) break;
  }
  return steps;
}

function judge({ code, output }: Ran, expected: { code: number; text: string }, reader: Reader) {
  if (code !== expected.code) return { fault: `ended with ${code}, not ${expected.code}, and printed\n${output}` };
  const pieces = reader.localise(expected.text).split('...');
  let at = 0;
  for (const piece of pieces.map((text) => text.trim())) {
    at = output.indexOf(piece, at);
    if (at === -1) return { fault: `did not print ${JSON.stringify(piece)} but\n${output}` };
    at += piece.length;
  }
  return {};
}

/** Blocks that are no commands: settings and programs. A file is proven by the commands that use it. */
async function checkConfiguration(block: Block, reader: Reader): Promise<Pick<Step, 'skipped' | 'fault'>> {
  const check = configurationChecks[block.language];
  if (check !== undefined) return check(block.text, reader);
  if (block.file !== undefined || block.language === 'text') return {};
  return { fault: `Nothing is known about ${block.language} without file="..." or not-run="reason".` };
}

function aboutOf({ language, file, output, text }: Block): string {
  if (output) return 'output';
  return language === 'sh' ? (text.split('\n')[0] ?? '') : `${language} ${file ?? ''}`.trim();
}
