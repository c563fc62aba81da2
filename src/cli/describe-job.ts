import pc from 'picocolors';
import type { AgentJob, AgentJobEvent } from '../../client/src/index.ts';
import { facts, printable } from './print.ts';

/** In place of the pull request of a completed job. */
const noChange = 'none: no file was changed';

/** A job as text for people. */
export function describeJob(job: AgentJob): string {
  return facts({
    job: job.id,
    status: statusText(job.status),
    title: job.title,
    'pull request': job.review === null ? describePullRequest(job) : job.review.url,
    [job.needsAnswer ? 'question' : 'summary']: job.summary,
    'answer with': job.needsAnswer ? `docwright job message ${job.id} "..."` : null,
    comments: job.review === null ? null : describeComments(job.review),
    waiting: job.waiting === null ? null : waitingText(job.waiting),
    failure: job.failure === null ? null : `${job.failure.message}\n${job.failure.remedy}`,
    repository: job.source.repository,
    // Before the first push, the repository has no such branch. A failure names a branch that was pushed.
    branch: job.prLink === null ? null : job.source.ref,
    model: job.model,
    lines: describeLines(job),
    usage: job.usage.modelCalls === 0 ? null : usageText(job.usage),
    created: job.createdAt,
    'created by': describeCreator(job),
    archived: job.archivedAt,
  });
}

/** The name that the member or key had, else who it was; null where that is not known. */
export function describeCreator({ createdBy }: Pick<AgentJob, 'createdBy'>): string | null {
  return createdBy === null ? null : (createdBy.name ?? createdBy.actor);
}

/** Added and removed lines of the change, such as `+41 -2`. */
export function describeLines({ lines }: Pick<AgentJob, 'lines'>): string | null {
  return lines === null ? null : `+${lines.added} -${lines.removed}`;
}

/** One paragraph for each comment of a review, with what it suggests. */
function describeComments({ comments, elsewhere }: NonNullable<AgentJob['review']>): string {
  const indent = (lines: string) => lines.replaceAll(/^/gm, '    ');
  return [
    ...comments.map(({ path, firstLine, lastLine, text, replacement }) => {
      const place = firstLine === lastLine ? lastLine : `${firstLine}-${lastLine}`;
      const suggested = replacement === '' ? '(delete)' : replacement;
      return [`${path}:${place}`, indent(text), ...(suggested === null ? [] : ['  instead:', indent(suggested)])].join(
        '\n',
      );
    }),
    ...elsewhere.map(({ path, line, text }) => `${path}${line === null ? '' : `:${line}`}\n${indent(text)}`),
  ]
    .map((comment) => `\n${comment}`)
    .join('\n');
}

/** The URL, with its state once merged or closed, or what it waits for; why there is no pull request; null while the job may still open one. */
export function describePullRequest({ prLink, prState, prCondition, status, needsAnswer }: AgentJob): string | null {
  if (prLink === null) return status === 'completed' && !needsAnswer ? noChange : null;
  const state = prState === 'merged' || prState === 'closed' ? prState : conditions[prCondition ?? 'none'];
  return state === '' ? prLink : `${prLink} (${state})`;
}

const conditions = { none: '', merging: 'waiting for checks', checks_failed: 'checks failed', conflict: 'conflicts' };

function statusText(status: AgentJob['status']): string {
  const paint = { active: pc.cyan, completed: pc.green, failed: pc.red, archived: pc.dim }[status];
  return paint(status);
}

function waitingText({ message, until }: NonNullable<AgentJob['waiting']>): string {
  return `${message} Trying again at ${until.slice(11, 19)} UTC.`;
}

function usageText(usage: Extract<AgentJobEvent, { type: 'usage' }> | AgentJob['usage']): string {
  const { modelCalls, inputTokens, cachedInputTokens = 0, outputTokens, dollars = null } = usage;
  const calls = modelCalls === 1 ? '1 model call' : `${modelCalls} model calls`;
  const cached = cachedInputTokens > 0 ? ` (${count(cachedInputTokens)} cached)` : '';
  const price = dollars === null ? '' : `, ${formatDollars(dollars)}`;
  return `${calls}, ${count(inputTokens)} tokens in${cached}, ${count(outputTokens)} out${price}`;
}

/** To the cent, or to what one call may cost. */
export function formatDollars(dollars: number): string {
  return `$${dollars.toFixed(dollars > 0 && dollars < 1 ? 4 : 2)}`;
}

function count(value: number): string {
  return value.toLocaleString('en');
}

/** One event of a job's log in one line. */
export function describeEvent(event: AgentJobEvent): string {
  switch (event.type) {
    case 'message':
      return `message: ${oneLine(event.text)}`;
    case 'phase':
      return event.round > 1 ? `${event.phase} (round ${event.round})` : event.phase;
    case 'plan':
      return `plan: ${oneLine(event.items.map(({ text, status }) => `${planMarks[status]} ${text}`).join('; '))}`;
    case 'text':
      return `agent: ${oneLine(event.text)}`;
    case 'tool':
      return `${oneLine(event.line)}${event.failed ? ' (failed)' : ''}`;
    case 'question':
      return `question: ${oneLine(event.text)}`;
    case 'usage':
      return `usage: ${usageText(event)}`;
    case 'findings':
      return `check: ${event.introduced} new ${event.introduced === 1 ? 'finding' : 'findings'}, ${event.standing} existing`;
    case 'pull_request':
      return `pull request #${event.number} (${event.state}): ${event.url}`;
    case 'notice':
      return `notice: ${oneLine(event.text)}`;
    case 'waiting':
      return `waiting: ${oneLine(waitingText(event))}`;
    case 'status':
      return event.failure === null ? event.status : `${event.status}: ${oneLine(event.failure.message)}`;
  }
}

const planMarks = { pending: '[ ]', in_progress: '[~]', done: '[x]' };

function oneLine(text: string): string {
  const line = printable(text.replace(/\s+/g, ' ').trim());
  return line.length > 300 ? `${line.slice(0, 299)}…` : line;
}
