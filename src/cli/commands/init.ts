import type { Command } from 'commander';
import { readConfig } from '../../config/config.ts';
import { CommandInputInvalid } from '../errors.ts';
import { nextCommand } from '../../kernel/next-command.ts';
import { print } from '../print.ts';
import { createProject } from './project-create.ts';
import { addCredentialOptions, type CredentialOptions } from '../credential-options.ts';
import { describeNewKey } from './key.ts';
import { commandLineActor, withDataDirectory } from '../with-data-directory.ts';

interface InitOptions extends CredentialOptions {
  readonly project?: string;
  readonly repository?: string;
  readonly check: boolean;
  readonly json?: true;
}

/** `docwright init`. */
export function addInitCommand(program: Command): void {
  addCredentialOptions(
    program
      .command('init')
      .description('create the data directory, database and master key, and optionally a first project')
      .option('--project <name>', 'create a project with this name, and a key for it')
      .option('--repository <url-or-path>', 'repository of the project'),
  )
    .option('--no-check', 'skip the check that jobs can push and open pull requests')
    .option('--json', 'print {"dataDir", "project", "key"}; the last two are null without --project')
    .addHelpText(
      'after',
      `
Examples:
  $ docwright init
  $ docwright init --project Docs --repository ./my-docs
  $ DOCWRIGHT_DATA_DIR=/var/lib/docwright docwright init --project Docs \\
      --repository https://github.com/acme/docs --token-env GH_TOKEN`,
    )
    .action(async (options: InitOptions) => {
      const { dataDir } = readConfig(process.env);
      const { project: name, repository, json } = options;
      if ((name === undefined) !== (repository === undefined)) {
        throw new CommandInputInvalid('--project', 'must be given together with --repository.');
      }
      const first = await withDataDirectory(
        async (application) => {
          if (name === undefined || repository === undefined) return undefined;
          const project = await createProject(application, { ...options, name, repository });
          return {
            project,
            ...(await application.projects.keys.create(project.id, { name: 'first' }, commandLineActor)),
          };
        },
        { create: true },
      );
      print(json, { dataDir, project: first?.project ?? null, key: first?.key ?? null }, () => {
        const lines = [`Ready: ${dataDir}`];
        if (first !== undefined)
          lines.push(
            `Project ${first.project.name}: ${first.project.id}`,
            `Key: ${first.key}`,
            describeNewKey(first.apiKey),
          );
        return [...lines, `Next: ${nextCommand('serve')}`].join('\n');
      });
    });
}
