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
  instructions: ProjectInstructions | undefined;
  /** Names of the context repositories. */
  contexts: readonly string[];
  pullRequestTemplate: string | undefined;
  /** As `2026-11-22`. */
  today: string;
}): string {
  const { map, docsFolder, instructions, contexts, pullRequestTemplate, today } = options;
  return [
    systemText,
    section('The repository', [
      docsFolder === ''
        ? 'You can read the whole repository, including code. Change only documentation and the settings of its site. These are its files on the base branch:'
        : `You work in the folder \`${docsFolder}\` and cannot read or change anything outside it. These are its files on the base branch:`,
      map,
      ...(contexts.length > 0
        ? [`Mounted read-only, for reference: ${contexts.map((name) => `@context/${name}/`).join(', ')}`]
        : []),
    ]),
    ...(instructions === undefined
      ? []
      : [
          section(`Project instructions (${instructions.path})`, [
            "The maintainers wrote these for agents. They override your habits of style and structure. The person's messages override them. Neither changes the rules about data, protected paths and secrets.",
            instructions.text,
          ]),
        ]),
    ...(pullRequestTemplate === undefined || pullRequestTemplate.trim() === ''
      ? []
      : [
          section('Pull request template', [
            'The maintainers want pull request descriptions in this form. Fill it in as the summary of finish: keep its headings, answer each in a few words, tick only what is true, and remove comments and parts that do not apply.',
            pullRequestTemplate.trim().slice(0, longestTemplate),
          ]),
        ]),
    // Last, so that what stands before it is the same from day to day.
    `Today is ${today}.`,
  ].join('\n\n');
}

function section(title: string, paragraphs: readonly string[]): string {
  return [`# ${title}`, ...paragraphs].join('\n\n');
}
