import type { Client } from 'openapi-fetch';
import { answer, done, given } from './answer.ts';
import type { components, paths } from './api.generated.ts';

export type SavedView = components['schemas']['SavedView'];
export type ShareLink = components['schemas']['ShareLink'];

interface InProject {
  readonly projectId: string;
  readonly signal?: AbortSignal;
}
/** `search`: what stands behind `?` in the address of the analytics page, such as `range=7d&country=DE`. */
interface NewView extends InProject {
  readonly name: string;
  readonly search: string;
}
interface OfProject extends InProject {
  readonly id: string;
}

export interface SharingOperations {
  savedViews(request: InProject): Promise<readonly SavedView[]>;
  saveView(request: NewView): Promise<SavedView>;
  removeSavedView(request: OfProject): Promise<void>;
  /** Without their tokens, which are kept nowhere. */
  shareLinks(request: InProject): Promise<readonly ShareLink[]>;
  /** `url` is the link itself, told this once: whoever has it reads the numbers of the project. */
  createShareLink(request: Omit<NewView, 'search'> & Partial<NewView>): Promise<{ shareLink: ShareLink; url: string }>;
  revokeShareLink(request: OfProject): Promise<void>;
}

export function sharingOperations(api: Client<paths>): SharingOperations {
  return {
    savedViews: async ({ projectId, signal }) => {
      const call = api.GET('/v1/analytics/{projectId}/saved-views', { ...given({ signal }), ...inProject(projectId) });
      return (await answer(call)).savedViews;
    },
    saveView: ({ projectId, signal, ...body }) =>
      answer(
        api.POST('/v1/analytics/{projectId}/saved-views', { ...given({ signal }), ...inProject(projectId), body }),
      ),
    removeSavedView: ({ projectId, id, signal }) =>
      done(
        api.DELETE('/v1/analytics/{projectId}/saved-views/{id}', {
          ...given({ signal }),
          params: { path: { projectId, id } },
        }),
      ),
    shareLinks: async ({ projectId, signal }) => {
      const call = api.GET('/v1/analytics/{projectId}/share-links', { ...given({ signal }), ...inProject(projectId) });
      return (await answer(call)).shareLinks;
    },
    createShareLink: ({ projectId, signal, ...body }) =>
      answer(
        api.POST('/v1/analytics/{projectId}/share-links', {
          ...given({ signal }),
          ...inProject(projectId),
          body: { search: '', ...body },
        }),
      ),
    revokeShareLink: ({ projectId, id, signal }) =>
      done(
        api.DELETE('/v1/analytics/{projectId}/share-links/{id}', {
          ...given({ signal }),
          params: { path: { projectId, id } },
        }),
      ),
  };
}

function inProject(projectId: string) {
  return { params: { path: { projectId } } };
}
