import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { explainTraffic, type TrafficEvidence } from '../../analytics/explain-traffic.ts';
import { CommandInputInvalid } from '../errors.ts';
import { facts, print } from '../print.ts';
import { readHeader, readRawRequest } from '../read-raw-request.ts';

interface ClassifyOptions {
  readonly accept?: string;
  readonly path?: string;
  readonly ip?: string;
  readonly hostName?: string;
  readonly signedBy?: string;
  readonly header: readonly string[];
  readonly request?: string;
  readonly tracker?: true;
  readonly json?: true;
}

/** `docwright classify`: explains who a user agent or a whole request is taken for, and by which rule. */
export function addClassifyCommand(program: Command): void {
  const repeat = (value: string, before: readonly string[]) => [...before, value];
  program
    .command('classify')
    .description('explain how a request is classified: category, product, evidence and rule')
    .argument('[user-agent]', 'value of the User-Agent header')
    .option('--accept <value>', 'value of the Accept header')
    .option('--path <path>', 'requested path, such as /guide.md')
    .option('--ip <address>', 'IP address of the client')
    .option('--host-name <name>', 'forward-confirmed reverse DNS name of the client')
    .option('--signed-by <host>', 'host whose Web Bot Auth signature was verified')
    .option('--header <name: value>', 'another header; repeatable', repeat, [])
    .option('--request <file>', 'file with a whole HTTP request; - reads standard input')
    .option('--tracker', 'the tracker ran on the page')
    .option('--json', 'print a JSON object')
    .addHelpText(
      'after',
      `
Examples:
  $ docwright classify 'Claude-User (claude-code/2.1.4; +https://support.anthropic.com/)'
  $ docwright classify curl/8.9.1 --accept text/markdown
  $ docwright classify 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' --ip 66.249.66.1
  $ docwright classify --request request.txt --json`,
    )
    .action((userAgent: string | undefined, options: ClassifyOptions) => {
      const explanation = explainTraffic(evidenceOf(userAgent, options));
      const answer = { ...explanation, operator: explanation.operator ?? null };
      print(options.json, answer, () =>
        facts({
          category: answer.category,
          'counted as': answer.countedAs,
          product: answer.product,
          operator: answer.operator,
          verdict: answer.verdict,
          evidence: answer.evidence,
          rule: answer.rule,
          catalogue: answer.catalogue,
        }),
      );
    });
}

/** Options speak louder than what stands in the request. */
function evidenceOf(userAgent: string | undefined, options: ClassifyOptions): TrafficEvidence {
  if (userAgent === undefined && options.request === undefined) {
    throw new CommandInputInvalid('user-agent', 'give a user agent, or a request with --request.');
  }
  const request = options.request === undefined ? undefined : readRawRequest(textOf(options.request));
  const headers = { ...request?.headers, ...Object.fromEntries(options.header.map(readHeader)) };
  return {
    source: options.tracker ? 'tracker' : 'server',
    timestampMs: Date.now(),
    userAgent: userAgent ?? headers['user-agent'],
    accept: options.accept ?? headers['accept'],
    url: options.path ?? request?.target,
    ip: options.ip,
    hostName: options.hostName,
    signedBy: options.signedBy,
    headers,
    headersComplete: request !== undefined,
  };
}

function textOf(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch (error) {
    throw new CommandInputInvalid('--request', error instanceof Error ? error.message : 'cannot be read');
  }
}
