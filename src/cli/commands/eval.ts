import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { type Command } from 'commander';
import { readConfig } from '../../config/config.ts';
import type { EvaluationResult } from '../../evaluation/evaluation.ts';
import { counted } from '../../kernel/counted.ts';
import { trimOf } from '../../kernel/trim-characters.ts';
import { CommandInputInvalid } from '../errors.ts';
import { examples } from '../examples.ts';
import { exitCodes } from '../exit-codes.ts';
import { print, printable, table } from '../print.ts';
import { stopSignal } from '../stop-signal.ts';
import { terminal } from '../terminal.ts';

interface EvalOptions {
  readonly model: readonly string[];
  readonly instructions: readonly string[];
  readonly commit: readonly string[];
  readonly limit: string;
  readonly docs: string;
  readonly minutes: string;
  readonly dollars?: string;
  readonly page?: string;
  readonly list?: true;
  readonly seed?: true;
  readonly json?: true;
}

const each = (value: string, before: readonly string[]) => [...before, value];

/** `docwright eval [dir]`. */
export function addEvalCommand(program: Command): void {
  program
    .command('eval')
    .description('measure how well a model edits your docs by replaying merged changes')
    .argument('[dir]', 'clone of the repository, with its history', '.')
    .option('--model <name>', 'provider/name; repeat to compare several', each, [])
    .option('--instructions <file>', "use instead of the repository's AGENTS.md; repeat to compare", each, [])
    .option('--commit <commit>', 'replay this commit, whatever it touches; repeat for several', each, [])
    .option('--limit <count>', 'number of newest changes to replay', '5')
    .option('--docs <folder>', 'docs folder inside the repository', '')
    .option('--minutes <minutes>', 'time limit per case', '30')
    .option('--dollars <amount>', 'cost limit per case, by the price table')
    .option('--page <file>', 'write an HTML page that shows each result beside the merged change')
    .option('--seed', 'use the cases that ship with docwright, in a clone of their repository')
    .option('--list', 'list the cases without running a model')
    .option('--json', 'print results with diffs, totals and kinds of cases as a JSON object')
    .addHelpText(
      'after',
      `
Works in temporary copies: nothing is pushed and no pull request is opened. The title and body of a
merged change are the prompt. In the columns for files and lines, 2/3 +1 means: of 3 merged ones the
model changed 2, and it changed 1 other. The verdict is passed if the change covers at least half of
the places that people changed, touches few other files and introduces no errors; otherwise it is
wrong place, no change or failed. Changes with a bare title are skipped. Results appear on standard error.
Ctrl-C stops and prints the results so far. Prices come from DOCWRIGHT_MODEL_PRICES; model keys and
addresses come from the environment, as for the server.
${examples(
  'docwright eval --list',
  'docwright eval ./docs --model anthropic/claude-sonnet-5 --model ollama/qwen3-coder --limit 10 --page eval.html',
  'docwright eval --commit 3f2a91c --instructions AGENTS.md --instructions AGENTS.new.md --json',
)}`,
    )
    .action(async (dir: string, options: EvalOptions) => {
      process.exitCode = await run(resolve(dir), options);
    });
}

async function run(folder: string, options: EvalOptions): Promise<number> {
  const limit = wholeNumber('--limit', options.limit);
  // Loaded here: it brings the whole agent, and every command would start half a second later.
  const { compare, evaluate, findCases, modelsFor, resultRow, resultsPage, resultTable, summaryTables, totalsOf } =
    await import('../../evaluation/evaluation.ts');
  const minutes = wholeNumber('--minutes', options.minutes);
  const dollars = options.dollars === undefined ? undefined : amount('--dollars', options.dollars);
  const docsFolder = trimOf(options.docs.replace(/^\.\//, ''), '/').replace(/^\.$/, '');
  const { gitDirectory, cases, leftOut } = await findCases(folder, {
    docsFolder,
    limit,
    commits: options.commit,
    isSeed: options.seed === true,
  });
  if (leftOut > 0) terminal.say(`Left out ${counted(leftOut, 'change')} whose message is a bare title.`);
  if (options.list === true) {
    print(options.json, cases, () =>
      table(
        ['case', 'prompt'],
        cases.map(({ id, title }) => [id, title]),
      ),
    );
    return 0;
  }
  const models = modelsFor(options.model, readConfig(process.env).models);
  const unpriced = models.find(({ isPriced }) => isPriced !== true);
  if (dollars !== undefined && unpriced !== undefined) {
    const problem = `cannot limit ${unpriced.name}, whose price is unknown; add it to the file in DOCWRIGHT_MODEL_PRICES`;
    throw new CommandInputInvalid('--dollars', problem);
  }
  const instructions = await Promise.all(
    options.instructions.map(async (path) => ({ path: relative('.', path), text: await readInstructions(path) })),
  );
  const stopped = new AbortController();
  void stopSignal().then(() => {
    stopped.abort();
  });
  const results: EvaluationResult[] = [];
  const writePage = () => {
    if (options.page !== undefined) writeResults(options.page, resultsPage(results));
  };
  // Before anything is paid for, so that a page that cannot be written is known then.
  writePage();
  const runCount = cases.length * models.length * Math.max(1, instructions.length);
  let isDone = false;
  try {
    await evaluate({
      gitDirectory,
      cases,
      models,
      instructions,
      docsFolder,
      limits: { minutes, modelCalls: 200, tokens: 20_000_000, dollars },
      signal: stopped.signal,
      onResult(result) {
        results.push(result);
        terminal.say(printable([...resultRow(result), result.reason].join('  ')));
        writePage();
      },
    });
    isDone = true;
  } finally {
    // What was played is paid for, whatever came then.
    if (isDone || results.length > 0) {
      if (results.length < runCount) terminal.say(`Stopped after ${results.length} of ${runCount} cases.`);
      const summary = { totals: totalsOf(results), kinds: compare(results), leftOut };
      print(options.json, { results, ...summary }, () =>
        [resultTable(results), ...summaryTables(results)].map(({ head, rows }) => table(head, rows)).join('\n\n'),
      );
    }
  }
  const isWhole = results.length === runCount && results.every(({ ending }) => ending !== 'failed');
  return isWhole ? exitCodes.done : exitCodes.failed;
}

function writeResults(path: string, page: string): void {
  try {
    writeFileSync(path, page);
  } catch (error) {
    throw new CommandInputInvalid(
      '--page',
      `${path} cannot be written (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`,
    );
  }
}

async function readInstructions(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new CommandInputInvalid(
      '--instructions',
      `${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`,
    );
  }
}

function wholeNumber(option: string, text: string): number {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new CommandInputInvalid(option, 'must be a whole number from 1 to 9999');
  return Number(text);
}

function amount(option: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new CommandInputInvalid(option, 'must be an amount of dollars, such as 0.5');
  return value;
}
