import { Readable } from 'node:stream';
import type { CodeHost, RepositoryRef } from '../../codehost/code-host.ts';
import type { Project } from '../../contract/project.ts';
import { scanForSecrets } from '../../secrets/secret-scan.ts';
import type { WebPages } from '../../web-pages/web-pages.ts';
import { webLimits, type AgentOutside } from '../agents/docs-agent.ts';
import type { JobRun } from '../jobs/job-run.ts';
import { createDiscussions } from './discussions.ts';

/** What a job of the project may look up outside of its tree. */
export function createOutside({
  project,
  codeHost,
  repository,
  contexts,
  webPages,
  run,
  ownSecrets,
}: {
  project: Project;
  codeHost: CodeHost;
  repository: RepositoryRef;
  /** By the names under which the agent knows them. */
  contexts: Readonly<Record<string, RepositoryRef>>;
  webPages: WebPages;
  run: Pick<JobRun, 'countWebUse'>;
  ownSecrets: () => Promise<readonly string[]>;
}): AgentOutside {
  const webHosts = webHostsOf(project, codeHost);
  return {
    webHosts,
    ...createDiscussions({ codeHost, repository, contexts }),
    async readPage(address, signal) {
      if (await holdsSecret(address, await ownSecrets()))
        return { kind: 'refused', why: 'The URL contains a secret and was not requested. Remove the secret.' };
      const used = await run.countWebUse({ pages: 1 });
      if (used.pages > webLimits.pages || used.bytes >= webLimits.megabytes * 1e6)
        return { kind: 'refused', why: usedUp };
      const page = await webPages.read(address, { hosts: webHosts, signal });
      await run.countWebUse({ bytes: page.bytes ?? 0 });
      if (page.kind === 'refused') return { kind: 'refused', why: page.why };
      const { url, title, text, isCut } = page;
      if (text.trim() === '') return { kind: 'refused', why: 'The page has no text without its scripts.' };
      // What the page calls itself is the page's word, and stands where its text stands.
      const titled = title === '' ? text : `Title: ${title}\n\n${text}`;
      return {
        kind: 'text',
        about: `${url}${isCut ? ' (only the beginning, because it is too long)' : ''}`,
        text: titled,
      };
    },
  };
}

const usedUp =
  `This job's limit for web pages is used up (${webLimits.pages} pages, ${webLimits.megabytes} MB). ` +
  'Continue with what you know, and say in your summary what you could not look up.';

/** The site itself, the hosts of its context repositories, and what the project adds. */
function webHostsOf({ settings }: Project, { webHost }: CodeHost): string[] {
  const sites = settings.analytics.sites.map((origin) => new URL(origin).host);
  const contexts = webHost === undefined || settings.contextRepositories.length === 0 ? [] : [webHost];
  return [...new Set([...sites, ...contexts, ...settings.webHosts])];
}

/** As it stands, or as the server would read it. */
async function holdsSecret(address: string, ownSecrets: readonly string[]): Promise<boolean> {
  const texts = { address, 'decoded address': decoded(address) };
  return (await scanForSecrets({ blobs: Readable.from([]), texts, ownSecrets })).length > 0;
}

function decoded(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
