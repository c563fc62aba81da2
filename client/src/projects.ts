import type { Client } from 'openapi-fetch';
import { answer, given } from './answer.ts';
import type { components, paths } from './api.generated.ts';

export type ProjectName = components['schemas']['ProjectNames']['projects'][number];

export interface ProjectOperations {
  /** The projects that the key is for: one. */
  projects(request?: { readonly signal?: AbortSignal }): Promise<readonly ProjectName[]>;
}

export function projectOperations(api: Client<paths>): ProjectOperations {
  return {
    projects: async ({ signal } = {}) => (await answer(api.GET('/v1/projects', given({ signal })))).projects,
  };
}
