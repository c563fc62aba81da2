import { afterEach, beforeEach, expect, it } from 'vitest';
import type { CodeHosts } from '../../codehost/code-hosts.ts';
import { ModelNotConfigured } from '../../model/errors.ts';
import { createAgentFixture, type AgentFixture } from '../agent.fixture.ts';
import { createAcceptJob } from './accept-job.ts';

let fixture: AgentFixture;
beforeEach(async () => {
  fixture = await createAgentFixture();
});
afterEach(() => fixture.close());

it('repeats an answer although the model is gone', async () => {
  const host = { open: () => Promise.resolve({ webUrl: (address: string) => address }) };
  const codeHosts = { local: host } as unknown as CodeHosts;
  let isThere = true;
  const accept = createAcceptJob({
    jobs: fixture.jobs,
    projects: { require: async (id) => (await fixture.projects.get(id))! },
    codeHosts,
    resolveModel: () =>
      isThere ? Promise.resolve({ name: 'scripted/test' } as never) : Promise.reject(new ModelNotConfigured('None.')),
  });
  const wanted = { projectId: fixture.projectId, request: { prompt: 'Fix it' }, idempotencyKey: 'key-1' };
  const first = await accept(wanted);
  isThere = false;
  expect(await accept(wanted)).toMatchObject({ replayed: true, job: { id: first.job.id } });
  await expect(accept({ ...wanted, idempotencyKey: 'key-2' })).rejects.toMatchObject({
    facts: { code: 'model_not_configured' },
  });
  await expect(accept({ ...wanted, request: { prompt: 'Another' } })).rejects.toMatchObject({
    facts: { code: 'idempotency_key_reused' },
  });
});
