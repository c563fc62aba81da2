import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, publicApi } from '../api/clients.ts';
import type { components } from '../api/public-api.generated.ts';
import type { Days } from './analytics.ts';

export type Annotation = components['schemas']['Annotation'];
type NewNote = components['schemas']['NewChartNote'];

export const annotationsQuery = (projectId: string, days: Days) =>
  queryOptions({
    queryKey: ['annotations', projectId, days],
    placeholderData: keepPreviousData,
    queryFn: () =>
      answerOf(
        publicApi.GET('/v1/analytics/{projectId}/annotations', { params: { path: { projectId }, query: { ...days } } }),
      ),
  });

/** Saves a new note, or a former one where it has an id. */
export function useSaveNote(projectId: string) {
  return useNoteChange(projectId, ({ id, ...body }: NewNote & { id: string | undefined }) =>
    answerOf(
      id === undefined
        ? publicApi.POST('/v1/analytics/{projectId}/annotations', { params: { path: { projectId } }, body })
        : publicApi.PATCH('/v1/analytics/{projectId}/annotations/{id}', { params: { path: { projectId, id } }, body }),
    ),
  );
}

export function useRemoveNote(projectId: string) {
  return useNoteChange(projectId, (id: string) =>
    answerOf(publicApi.DELETE('/v1/analytics/{projectId}/annotations/{id}', { params: { path: { projectId, id } } })),
  );
}

function useNoteChange<Input, Output>(projectId: string, mutationFn: (input: Input) => Promise<Output>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: ['annotations', projectId] }),
  });
}

const storageKey = 'annotations';

export function areAnnotationsOn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off';
  } catch {
    return true;
  }
}

export function turnAnnotations(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, 'off');
  } catch {
    // Storage is turned off: the choice lasts until the page is left.
  }
}
