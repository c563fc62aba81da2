import type { LanguageModel } from './language-model.ts';
import type { ModelKeys, ProjectModelSettings } from './models-config.ts';

/** Resolves a model name, or the default model, with the project's settings and keys. Throws what `Models.resolve` throws. */
export type ResolveModel = (
  name: string | undefined,
  project: { readonly id: string; readonly settings: Pick<ProjectModelSettings, 'contextTokens'> },
) => Promise<LanguageModel>;

export function createResolveModel({
  models,
  projects,
}: {
  models: { resolve(name: string | undefined, project: ProjectModelSettings): LanguageModel };
  projects: { modelKeys(projectId: string): Promise<ModelKeys> };
}): ResolveModel {
  return async (name, { id, settings: { contextTokens } }) =>
    models.resolve(name, { contextTokens, keys: await projects.modelKeys(id) });
}
