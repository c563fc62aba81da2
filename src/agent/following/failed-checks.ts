import { stripVTControlCharacters } from 'node:util';
import type { Check, CodeHost, RepositoryRef } from '../../codehost/code-host.ts';
import { quoteOutput } from '../agents/docs-agent.ts';
import { tellable } from '../round/command-output.ts';

/** Checks that are described, and characters of each log's end. */
const most = { checks: 3, log: 6_000 };
/** In characters. */
const longestName = 100;

/** The message to the agent about checks that failed. Their names and logs are text from outside, and may hold secrets. */
export async function describeFailedChecks(
  failed: readonly Check[],
  {
    number,
    codeHost,
    repository,
    ownSecrets,
    signal,
  }: {
    number: number;
    codeHost: Pick<CodeHost, 'readCheckLog'>;
    repository: RepositoryRef;
    ownSecrets: readonly string[];
    signal: AbortSignal;
  },
): Promise<string> {
  const sections: string[] = [];
  for (const check of failed.slice(0, most.checks)) {
    const { logId, summary, url } = check;
    const log = logId === undefined ? undefined : await readLog({ codeHost, repository, logId, signal });
    const output = tellable(endOf(log ?? summary), ownSecrets);
    // Written anew: a URL may hold line breaks, which browsers leave out.
    const href = url === undefined ? undefined : URL.parse(url)?.href;
    const page = href === undefined ? '' : ` (${tellable(href, ownSecrets).slice(0, 500)})`;
    sections.push(`The check \`${nameOf(check)}\`${page} failed. ${quoteOutput(output)}`);
  }
  const others = failed.slice(most.checks).map((check) => `\`${nameOf(check)}\``);
  if (others.length > 0) sections.push(`These checks failed too: ${others.slice(0, 20).join(', ')}.`);
  return [
    `Checks of pull request #${number} failed on your change, and not on the base branch. Mend what your change broke. If the ` +
      'cause is not in the docs, change nothing and say so.',
    ...sections,
  ].join('\n\n');
}

/** The name of a check as one line of code. */
export function nameOf({ name }: Pick<Check, 'name'>): string {
  return name.replace(/[`\p{Cc}\p{Cf}]/gu, '\u{fffd}').slice(0, longestName);
}

/** A log that cannot be read must not keep the agent from what the check itself says. */
async function readLog({
  codeHost,
  repository,
  logId,
  signal,
}: {
  codeHost: Pick<CodeHost, 'readCheckLog'>;
  repository: RepositoryRef;
  logId: string;
  signal: AbortSignal;
}): Promise<string | undefined> {
  try {
    return await codeHost.readCheckLog?.({ repository, logId }, signal);
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}

/** The last lines, without colours of terminals. */
function endOf(log: string): string {
  const plain = stripVTControlCharacters(log.slice(-4 * most.log))
    .replaceAll('\r', '')
    .trimEnd();
  if (plain.length <= most.log) return plain;
  const end = plain.slice(-most.log);
  return `…${end.slice(Math.max(0, end.indexOf('\n')))}`;
}
