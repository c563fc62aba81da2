import { redactSecrets } from '../../secrets/redact-secrets.ts';
import { tameLine, tameMarkdown } from './tame-markdown.ts';

/** What is known of a change when it is published. */
export interface ChangeDescription {
  readonly jobId: string;
  readonly title: string;
  /** By people, the prompt first. */
  readonly said: readonly string[];
  /** Named in the commit. */
  readonly coAuthors: readonly { readonly name: string; readonly email: string }[];
  readonly model: string;
  /** Markdown of the agent: what it did and why, in the form of the repository's template where there is one. */
  readonly summary: string;
  /** URL of the job's former pull request, which was merged or closed. */
  readonly former: string | undefined;
  /** Changed files outside of the project's docs folder. */
  readonly outside: readonly string[];
  /** Why the change is a draft although nobody asked for one; undefined when the work was finished. */
  readonly unfinished: string | undefined;
}

/** Characters of a message that are quoted, and messages. */
const quoted = { characters: 600, messages: 5 };

/** Hidden in the body, so that the pull request of a job can be told by a person or a script that looks for it. */
function jobMarker(jobId: string): string {
  return `<!-- docwright:job ${jobId} -->`;
}

/** Every word that is published beside the files. */
export interface PullRequestWords {
  readonly title: string;
  /** Markdown. */
  readonly body: string;
  readonly commitMessage: string;
}

/** The same description gives the same words. */
export function pullRequestWords(change: ChangeDescription): PullRequestWords {
  const title = tameLine(change.title, change.said.join('\n'));
  const trailers = [
    `Docwright-Job: ${change.jobId}`,
    ...change.coAuthors.slice(0, mostCoAuthors).flatMap(coAuthorLine),
  ];
  return { title, body: bodyOf(change), commitMessage: `${title}\n\n${trailers.join('\n')}` };
}

const mostCoAuthors = 10;

/** One line, whatever people call themselves; none without an address, by which hosts know the account. */
function coAuthorLine({ name, email }: { name: string; email: string }): string[] {
  const shown = name
    .replace(/[<>\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .slice(0, 100);
  return /^[^\s<>@]+@[^\s<>@]+$/.test(email) ? [`Co-authored-by: ${shown || email} <${email}>`] : [];
}

function bodyOf(change: ChangeDescription): string {
  const tame = (markdown: string) => tameMarkdown(markdown, change.said.join('\n'));
  const instructions = change.said.slice(0, quoted.messages).map((message) => quote(redactSecrets(message)));
  const sections = [
    ...(change.unfinished === undefined ? [] : [`> [!WARNING]\n> ${change.unfinished}`]),
    tame(change.summary.trim()),
    ...(change.outside.length === 0 ? [] : [outsideNote(change.outside)]),
    ...(change.former === undefined ? [] : [`Follows ${change.former}.`]),
    `### Asked\n\n${instructions.join('\n>\n')}`,
    `Opened by [Docwright](https://github.com/docwright/docwright), model \`${change.model.replaceAll('`', '')}\`. ` +
      'Review it like any other contribution. Docwright checked links, navigation and syntax, not facts.',
    jobMarker(change.jobId),
  ];
  return `${sections.join('\n\n')}\n`;
}

function outsideNote(paths: readonly string[]): string {
  const named = paths.slice(0, mostOutside).map((path) => `\`${path.replaceAll('`', '')}\``);
  const more = paths.length > named.length ? ` and ${paths.length - named.length} more` : '';
  return `> [!NOTE]\n> This also changes files outside of the docs folder: ${named.join(', ')}${more}.`;
}

/** Files outside of the docs folder that are named. */
const mostOutside = 10;

/** As a block quote, which no line of the prompt can break out of, and without comments that could pose as ours. */
function quote(prompt: string): string {
  const cut = prompt.length > quoted.characters ? `${prompt.slice(0, quoted.characters)}…` : prompt;
  return cut
    .replaceAll('<!--', '&lt;!--')
    .split(/\r\n|\r|\n/)
    .map((line) => `> ${line}`)
    .join('\n');
}
