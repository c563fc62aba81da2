import type { CodeHost, Comment, IssueDetails, PullRequestDetails, RepositoryRef } from '../../codehost/code-host.ts';
import { AppError } from '../../kernel/app-error.ts';
import { readDiffFiles } from '../../kernel/read-diff-files.ts';
import type { AgentOutside, OutsideText } from '../agents/docs-agent.ts';

/** Of a diff, in characters; what follows is said to be left out. */
const longestDiff = 200_000;
/** Of one description or comment, in characters. */
const longestText = 20_000;
const mostFiles = 300;

type Discussions = Pick<AgentOutside, 'readPullRequest' | 'readIssue'>;

/** What people said at the code host, as text. */
export function createDiscussions({
  codeHost,
  repository,
  contexts,
}: {
  codeHost: CodeHost;
  repository: RepositoryRef;
  contexts: Readonly<Record<string, RepositoryRef>>;
}): Discussions {
  const read =
    (text: (query: { repository: RepositoryRef; number: number }, signal: AbortSignal) => Promise<OutsideText>) =>
    async (of: { repository: string | undefined; number: number }, signal: AbortSignal): Promise<OutsideText> => {
      const target = of.repository === undefined ? repository : ownEntry(contexts, of.repository);
      if (target === undefined) return { kind: 'refused', why: unknownRepository(of.repository ?? '', contexts) };
      try {
        return await text({ repository: target, number: of.number }, signal);
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof AppError) return { kind: 'refused', why: error.message };
        throw error;
      }
    };
  return {
    readPullRequest: read(async (query, signal) => {
      const details = await codeHost.readPullRequest(query, signal);
      const comments = await codeHost.readComments(query, signal);
      const diff = await codeHost.readDiff(query, signal).catch((error: unknown) => {
        // Hosts give no diff of a very large change; the rest is still worth reading.
        if (error instanceof AppError && !signal.aborted) return error;
        throw error;
      });
      return {
        kind: 'text',
        about: `Pull request #${query.number}, ${details.url}`,
        text: [...describePullRequest(details), ...describeComments(comments), ...describeDiff(diff)].join('\n\n'),
      };
    }),
    ...(codeHost.readIssue !== undefined && {
      readIssue: read(async (query, signal) => {
        const issue = await codeHost.readIssue?.(query, signal);
        if (issue === undefined) return { kind: 'refused', why: 'This code host has no issues.' };
        const text = [...describeIssue(issue), ...describeComments(issue.comments)].join('\n\n');
        return { kind: 'text', about: `Issue #${query.number}, ${issue.url}`, text };
      }),
    }),
  };
}

/** `constructor` and its like are no names of repositories. */
function ownEntry<Value>(entries: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(entries, name) ? entries[name] : undefined;
}

function unknownRepository(name: string, contexts: Readonly<Record<string, RepositoryRef>>): string {
  const names = Object.keys(contexts);
  const availableNames = names.length === 0 ? 'There are none.' : `There are: ${names.join(', ')}.`;
  return `Unknown context repository '${name}'. ${availableNames} Omit repository for the one you work in.`;
}

function describePullRequest({ title, state, draft, headBranch, baseBranch, createdAt, body }: PullRequestDetails) {
  return [
    `# ${title}`,
    `${state}${draft ? ' draft' : ''}, from ${headBranch} into ${baseBranch}, opened ${createdAt}`,
    shownMarkdown(body) || '(no description)',
  ];
}

function describeIssue({ title, state, author, createdAt, labels, body }: IssueDetails) {
  return [
    `# ${title}`,
    [`${state}, opened by ${author} ${createdAt}`, ...(labels.length > 0 ? [`labels: ${labels.join(', ')}`] : [])].join(
      ', ',
    ),
    shownMarkdown(body) || '(no description)',
  ];
}

function describeComments(comments: readonly Comment[]): string[] {
  if (comments.length === 0) return ['## No comments'];
  return [
    `## Comments: ${comments.length}`,
    ...comments.map(({ author, date, body, path, line }) => {
      const place = path === undefined ? '' : `, on ${path}${line === undefined ? '' : ` line ${line}`}`;
      return `### ${author}, ${date}${place}\n\n${shownMarkdown(body)}`;
    }),
  ];
}

function describeDiff(diff: string | AppError): string[] {
  if (diff instanceof AppError) return [`## The diff is not available: ${diff.message}`];
  const files = readDiffFiles(diff).map(({ before, after, hunks }) => {
    const count = (sign: string) => hunks.filter((line) => line.startsWith(sign)).length;
    const paths = [...new Set([before, after].filter((path) => path !== undefined))];
    return `- ${paths.join(' → ')} +${count('+')} -${count('-')}`;
  });
  const more = files.length > mostFiles ? [`- and ${files.length - mostFiles} more`] : [];
  const omitted = diff.length - longestDiff;
  return [
    [`## Changed files: ${files.length}`, '', ...files.slice(0, mostFiles), ...more].join('\n'),
    ['## Diff', '', diff.slice(0, longestDiff), ...(omitted > 0 ? [`(${omitted} more characters omitted)`] : [])].join(
      '\n',
    ),
  ];
}

/** Without what readers do not see, where instructions to an agent like to hide. */
export function shownMarkdown(markdown: string): string {
  const text = withoutComments(markdown.replaceAll('\r\n', '\n').trim());
  if (text.length <= longestText) return text;
  return `${text.slice(0, longestText)}\n(${text.length - longestText} more characters omitted)`;
}

function withoutComments(markdown: string): string {
  let [text, from] = ['', 0];
  for (;;) {
    const start = markdown.indexOf('<!--', from);
    const end = start === -1 ? -1 : markdown.indexOf('-->', start);
    if (start === -1) return text + markdown.slice(from);
    // One that nobody closes at the beginning of a line hides all that follows it.
    const isHidden = end !== -1 || /(?:^|\n) {0,3}$/u.test(markdown.slice(Math.max(0, start - 4), start));
    if (!isHidden) return text + markdown.slice(from);
    text += `${markdown.slice(from, start)}(omitted a comment that readers do not see)`;
    if (end === -1) return text;
    from = end + '-->'.length;
  }
}
