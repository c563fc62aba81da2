import { expect, it } from 'vitest';
import { openContextRepositories } from './context-repositories.ts';

const { signal } = new AbortController();

/** Opens them with stand-ins that say what they were asked; `broken` cannot be opened. */
function open(urls: readonly string[], broken?: string) {
  const asked: unknown[] = [];
  const open = new Set<string>();
  const opening = openContextRepositories({
    jobId: 'job_1',
    wanted: urls.map((url) => ({ url, branch: 'next' })),
    codeHost: {
      preflight: (repository: { url: string; baseBranch: string | undefined }, _signal: AbortSignal, need?: string) => {
        asked.push([repository.baseBranch, need]);
        return Promise.resolve({ baseBranch: 'next' });
      },
      gitRemote: ({ url }: { url: string }) => Promise.resolve({ url }),
    } as unknown as Parameters<typeof openContextRepositories>[0]['codeHost'],
    workspaces: {
      open: ({ jobId, remote }: { jobId: string; remote: { url: string } }) => {
        if (remote.url === broken) return Promise.reject(new Error('away'));
        open.add(jobId);
        return Promise.resolve({ root: jobId, dispose: () => Promise.resolve(open.delete(jobId)) });
      },
    } as unknown as Parameters<typeof openContextRepositories>[0]['workspaces'],
    signal,
  });
  return { opening, asked, open };
}

it('names each folder after its repository, and no two alike', async () => {
  const urls = [
    'https://github.com/acme/api.git',
    'https://github.com/other/api/',
    'git@github.com:third/api.git',
    'https://github.com/acme/über docs',
    '/',
  ];
  const { opening, asked, open: held } = open(urls);
  const contexts = await opening;
  expect(contexts.folders).toEqual({
    api: 'job_1-context-0',
    'api-2': 'job_1-context-1',
    'api-3': 'job_1-context-2',
    '-ber-docs': 'job_1-context-3',
    repository: 'job_1-context-4',
  });
  // No more than to read them is asked for.
  expect(asked).toEqual(urls.map(() => ['next', 'read']));
  await contexts.dispose();
  expect(held.size).toBe(0);
});

it('leaves nothing open when one of them cannot be opened', async () => {
  const { opening, open: held } = open(['a', 'b', 'c'], 'c');
  await expect(opening).rejects.toThrow('away');
  expect(held.size).toBe(0);
});
