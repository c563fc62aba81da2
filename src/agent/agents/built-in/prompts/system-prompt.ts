import type { AgentCommands, ProjectInstructions } from '../../docs-agent.ts';
import { systemText } from './system-text.ts';

const longestTemplate = 8_000;
const mostSubmodules = 50;

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
  /** Folders that are submodules. */
  submodules?: readonly string[];
  instructions: ProjectInstructions | undefined;
  /** Names of the context repositories. */
  contexts: readonly string[];
  commands?: Pick<AgentCommands, 'lines' | 'unavailable'> | undefined;
  pullRequestTemplate: string | undefined;
  /** As `2026-11-22`. */
  today: string;
  /** Its own, which some templates of pull requests ask for. */
  model: string;
}): string {
  const {
    map,
    docsFolder,
    allowedPaths,
    submodules = [],
    instructions,
    contexts,
    commands,
    pullRequestTemplate,
    today,
    model,
  } = options;
  const named = allowedPaths.length === 0 ? '' : ` and ${allowedPaths.map((path) => `\`${path}\``).join(', ')}`;
  return [
    systemText,
    section('The repository', [
      docsFolder === ''
        ? `You can read the whole repository, including code. Change only documentation and the navigation of its site${named}. These are its pages on the base branch:`
        : `Change files in \`${docsFolder}\`${named}. The rest of the repository is read-only: list and search start in \`${docsFolder}\`, path / is the top. These are its pages on the base branch:`,
      map,
      ...(contexts.length > 0
        ? [`Mounted read-only, for reference: ${contexts.map((name) => `@context/${name}/`).join(', ')}`]
        : []),
      ...(submodules.length === 0
        ? []
        : [
            `Submodules, which are other repositories, are empty here and cannot be changed: ${submodules.slice(0, mostSubmodules).join(', ')}.`,
          ]),
      ...(commands?.unavailable === undefined
        ? []
        : [
            `The project's commands (${Object.keys(commands.lines).join(', ')}) cannot run on this server. Work without them, and name in the summary what you could not run.`,
          ]),
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
    `Today is ${today}. Your model is ${model}.`,
  ].join('\n\n');
}

function section(title: string, paragraphs: readonly string[]): string {
  return [`# ${title}`, ...paragraphs].join('\n\n');
}
