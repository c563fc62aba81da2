import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { codeHostKindSchema, type CodeHostKind } from '../../contract/code-host.ts';
import { CommandInputInvalid } from '../errors.ts';
import { nextCommand } from '../../kernel/next-command.ts';
import { print } from '../print.ts';
import { addCredentialOptions, readCredentials, type CredentialOptions } from '../credential-options.ts';
import { commandLineActor, withDataDirectory } from '../with-data-directory.ts';
import type { OpenForCommands } from '../../open-for-commands.ts';
import type { Project } from '../../contract/project.ts';

export interface ProjectCreateOptions extends CredentialOptions {
  readonly name: string;
  readonly repository: string;
  readonly codeHost?: string;
  readonly docsFolder?: string;
  readonly branch?: string;
  readonly model?: string;
  /** False with --no-check. */
  readonly check: boolean;
  readonly json?: true;
}

export function addProjectCreateCommand(project: Command): void {
  addCredentialOptions(
    project
      .command('create')
      .description('connect a repository')
      .requiredOption('--name <name>', 'unique display name')
      .requiredOption('--repository <url-or-path>', 'repository URL, or a folder or git repository on this machine')
      .option('--code-host <kind>', `${codeHostKindSchema.options.join(', ')}; needed only if it cannot be detected`)
      .option('--docs-folder <folder>', 'docs folder inside the repository')
      .option('--branch <branch>', "base branch; default: the repository's default branch")
      .option('--model <provider/name>', "model for its jobs; default: the server's"),
  )
    .option('--no-check', 'skip the check that jobs can push and open pull requests')
    .option('--json', 'print the project object')
    .addHelpText(
      'after',
      `
A folder or repository on this machine is copied once into the data directory, and its pull requests
are reviewed in Docwright. Access to the repository is checked first; if something is missing, such
as a token, nothing is created.

Docwright asks a server of your own which product it runs. If it does not answer, use --code-host; for Forgejo, gitea.

Examples:
  $ docwright project create --name Docs --repository ./my-docs
  $ docwright project create --name Docs --repository https://github.com/acme/docs --token-env GH_TOKEN
  $ docwright project create --name Guide --repository https://gitlab.com/acme/platform/docs --token-env GITLAB_TOKEN
  $ pass show github | docwright project create --name API --repository https://github.com/acme/app \\
      --docs-folder docs --token-stdin --json`,
    )
    .action(async (options: ProjectCreateOptions) => {
      const created = await withDataDirectory((application) => createProject(application, options));
      print(options.json, created, () => {
        const next = nextCommand('key', 'create', '--project', created.name, '--name', 'ci');
        const note = isSsh(options.repository) ? `Docwright uses HTTPS with a token: ${created.repositoryUrl}\n` : '';
        return `Created project ${created.name}: ${created.id}\n${note}Next: ${next}`;
      });
    });
}

/** Connects the repository and creates the project with its credentials; when that fails, nothing is left behind. */
export async function createProject({ projects }: OpenForCommands, options: ProjectCreateOptions): Promise<Project> {
  const credentials = await readCredentials(options);
  return projects.create(
    {
      name: options.name,
      codeHost: readCodeHost(options.codeHost),
      repositoryUrl: addressOf(options.repository),
      baseBranch: options.branch ?? null,
      docsFolder: options.docsFolder ?? '',
      model: options.model ?? null,
      credentials,
      check: options.check,
    },
    commandLineActor,
  );
}

/** An SSH address does not show the HTTPS port, so the command prints the URL that was stored. */
function isSsh(repository: string): boolean {
  return /^(?:ssh:\/\/|[^/\s@:]+@[^/\s:]+:)/i.test(repository);
}

/** What lies on this machine, or would if it were not mistyped, is named from where the person stands. */
function addressOf(repository: string): string {
  const isPath = /^\.{1,2}(?:[/\\]|$)/.test(repository) || existsSync(repository);
  return isPath ? resolve(repository) : repository;
}

function readCodeHost(kind: string | undefined): CodeHostKind | undefined {
  const parsedKind = codeHostKindSchema.optional().safeParse(kind);
  if (parsedKind.success) return parsedKind.data;
  throw new CommandInputInvalid('--code-host', `must be one of ${codeHostKindSchema.options.join(', ')}.`);
}
