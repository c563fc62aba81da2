import type { ModelKeys } from '../contract/model-key.ts';
import type { Project } from '../contract/project.ts';
import type { Models } from './create-models.ts';
import type { LanguageModel } from './language-model.ts';

/** The model of that name, or the default, as a project uses it. Throws what `Models.resolve` throws. */
export type ResolveModel = (
  name: string | undefined,
  project: Pick<Project, 'id' | 'settings'>,
) => Promise<LanguageModel>;

export function createResolveModel({
  models,
  projects,
}: {
  models: Pick<Models, 'resolve'>;
  projects: { modelKeys(projectId: string): Promise<ModelKeys> };
}): ResolveModel {
  return async (name, { id, settings: { contextTokens } }) =>
    models.resolve(name, { contextTokens, keys: await projects.modelKeys(id) });
}
