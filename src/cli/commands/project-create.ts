import type { Command } from 'commander';
import { connectRepository } from '../connect-repository.ts';
import { print } from '../print.ts';
import { addTokenOptions, readToken, type SecretOptions } from '../read-secret.ts';
import { commandLineActor, withApplication } from '../with-application.ts';
import type { Application } from '../../main.ts';
import type { Project } from '../../contract/project.ts';

export interface ProjectCreateOptions extends SecretOptions {
  readonly name: string;
  readonly repository: string;
  readonly codeHost?: string;
  readonly docsFolder?: string;
  readonly branch?: string;
  readonly model?: string;
  readonly json?: true;
}

export function addProjectCreateCommand(project: Command): void {
  addTokenOptions(
    project
      .command('create')
      .description('connect a repository')
      .requiredOption('--name <name>', 'a name for people, unique')
      .requiredOption('--repository <url-or-path>', 'a GitHub URL, or a folder or git repository on this machine')
      .option('--code-host <kind>', 'github or local; needed only where the URL does not say it')
      .option('--docs-folder <folder>', 'folder of the documentation inside the repository')
      .option('--branch <branch>', 'base branch; otherwise the default branch of the repository')
      .option('--model <provider/name>', 'model of its jobs; otherwise the default of the server'),
  )
    .option('--json', 'print the project object')
    .addHelpText(
      'after',
      `
A folder or repository on this machine is copied once into the data directory; pull requests are reviewed in Docwright.

Examples:
  $ docwright project create --name Docs --repository ./my-docs
  $ docwright project create --name Docs --repository https://github.com/acme/docs --token-env GH_TOKEN
  $ pass show github | docwright project create --name API --repository https://github.com/acme/app \\
      --docs-folder docs --token-stdin --json`,
    )
    .action(async (options: ProjectCreateOptions) => {
      const created = await withApplication((application) => createProject(application, options));
      print(options.json, created, () => `Created project ${created.name}: ${created.id}`);
    });
}

/** Connects the repository, creates the project and stores its token. */
export async function createProject(application: Application, options: ProjectCreateOptions): Promise<Project> {
  const token = await readToken(options);
  const { projects } = application;
  const fields = {
    name: options.name,
    baseBranch: options.branch ?? null,
    docsFolder: options.docsFolder ?? '',
    model: options.model ?? null,
  };
  await projects.check({ ...fields, codeHost: 'local', repositoryUrl: options.repository });
  const { codeHost, repository } = { codeHost: options.codeHost, repository: options.repository };
  const connection = await connectRepository(application, { repository, codeHost, projectName: options.name });
  const project = await projects.create({ ...fields, ...connection }, commandLineActor);
  if (token !== undefined) await projects.setSecret(project.id, 'code-host-token', token, commandLineActor);
  return project;
}
