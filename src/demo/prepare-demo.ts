import { join } from 'node:path';
import type { Application } from '../main.ts';

export const sampleOrigin = 'https://docs.tidewater.example';

export interface PreparedDemo {
  readonly projectId: string;
  readonly adminKey: string;
  readonly ingestKey: string;
  /** Where the sample repository lies, for whoever wants to clone it. */
  readonly repositoryPath: string;
}

/** Makes the sample repository, a project for it and its keys, in an empty data directory. */
export async function prepareDemo(application: Application, model: string): Promise<PreparedDemo> {
  const project = await application.projects.create(
    {
      name: 'Tidewater (sample data)',
      repositoryUrl: join(import.meta.dirname, 'sample-site'),
      model,
      settings: {
        analytics: {
          sites: [sampleOrigin],
          humanSource: 'server',
          goals: [{ name: 'Read a quickstart', paths: ['/quickstarts/*'] }],
        },
      },
    },
    'demo',
  );
  const { codeHost, repository } = await application.projects.connect(project.id);
  const { url: repositoryPath } = await codeHost.gitRemote(repository, new AbortController().signal);
  const createKey = async (kind: 'admin' | 'ingest') =>
    (await application.projects.keys.create(project.id, { name: `Demo ${kind}`, kind }, 'demo')).key;
  return {
    projectId: project.id,
    adminKey: await createKey('admin'),
    ingestKey: await createKey('ingest'),
    repositoryPath,
  };
}
