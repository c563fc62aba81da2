import type { ProjectInstructions } from '../../docs-agent.ts';
import { systemText } from './system-text.ts';

const longestTemplate = 8_000;

/**
 * The system prompt of a run. A pure function, and everything in it comes from the base commit and the settings, so it
 * is the same byte for byte in every call of the run and in a resumed one: the provider's prompt cache depends on it.
 */
export function systemPrompt(options: {
  /** From `repositoryMap`. */
  map: string;
  docsFolder: string;
  /** What the project lets it change besides. */
  allowedPaths: readonly string[];
  instructions: ProjectInstructions | undefined;
  /** Names of the context repositories. */
  contexts: readonly string[];
  pullRequestTemplate: string | undefined;
  /** As `2026-11-22`. */
  today: string;
  /** Its own, which some templates of pull requests ask for. */
  model: string;
}): string {
  const { map, docsFolder, allowedPaths, instructions, contexts, pullRequestTemplate, today, model } = options;
  const named = allowedPaths.length === 0 ? '' : ` and ${allowedPaths.map((path) => `\`${path}\``).join(', ')}`;
  return [
    systemText,
    section('The repository', [
      docsFolder === ''
        ? `You can read the whole repository. You change documentation and the navigation of its site${named}; code is read-only. Its pages, as they are on the base branch:`
        : `You change files in \`${docsFolder}\`${named}; the rest of the repository is read-only (list and search begin in \`${docsFolder}\`, with path / at the top). Its pages, as they are on the base branch:`,
      map,
      ...(contexts.length > 0
        ? [`Mounted read-only, to look things up: ${contexts.map((name) => `@context/${name}/`).join(', ')}`]
        : []),
    ]),
    ...(instructions === undefined
      ? []
      : [
          section(`Project instructions (${instructions.path})`, [
            'Written by the maintainers for agents. They go before your habits of style and structure. Where a message of the person says otherwise, the person wins. Neither changes anything about what is data, what is protected, and what must not be written.',
            instructions.text,
          ]),
        ]),
    ...(pullRequestTemplate === undefined || pullRequestTemplate.trim() === ''
      ? []
      : [
          section('Template of pull requests', [
            'The maintainers want the body of a pull request in this form. Fill it in as the summary of finish: keep its headings, answer each in a few words, tick only what is true, take out comments and what does not apply.',
            pullRequestTemplate.trim().slice(0, longestTemplate),
          ]),
        ]),
    // Last, so that what stands before it is the same from day to day.
    `Today is ${today}. Your model is ${model}.`,
  ].join('\n\n');
}

function section(title: string, paragraphs: readonly string[]): string {
  return [`# ${title}`, ...paragraphs].join('\n\n');
}
