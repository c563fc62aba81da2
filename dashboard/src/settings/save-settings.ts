import { useQueryClient } from '@tanstack/react-query';
import { isProblem } from '../api/api-problem.ts';
import {
  changeProject,
  projectsQuery,
  useProjectChange,
  type Project,
  type ProjectChanges,
} from '../projects/projects.ts';
import { fieldsByPath } from './settings-fields.ts';

/** A setting that somebody else changed while it was changed here as well. */
export interface Conflict {
  readonly label: string;
  readonly theirs: string;
  readonly yours: string;
}

interface Save {
  readonly changes: ProjectChanges;
  /** The project that the changes were made for. */
  readonly base: Project;
}

/** Saves settings. Where others changed other settings in between, both changes stand; where the same, it is refused. */
export function useSaveSettings(projectId: string) {
  const client = useQueryClient();
  return useProjectChange(projectId, async ({ changes, base }: Save) => {
    try {
      return await changeProject(projectId, changes, base.updatedAt);
    } catch (error) {
      if (!isProblem(error, 'project_changed')) throw error;
      const { projects } = await client.query({ ...projectsQuery, staleTime: 0 });
      const current = projects.find(({ id }) => id === projectId);
      if (current === undefined || conflictsOf(changes, base, current).length > 0) throw error;
      return changeProject(projectId, withTheirGoals(changes, base, current), current.updatedAt);
    }
  });
}

export function conflictsOf(changes: ProjectChanges, base: Project, current: Project): Conflict[] {
  return [...fieldsByPath()].flatMap(([path, [label, , , unit = 1]]) => {
    const [yours, before, now] = [changes, base, current].map((object) => valueAt(object, path.split('.')));
    const isConflict = yours !== undefined && !isSame(before, now) && !isSame(yours, now);
    if (path === goalsPath && isConflict && withTheirGoals(changes, base, current) !== changes) return [];
    return isConflict ? [{ label, theirs: shownValue(now, unit), yours: shownValue(yours, unit) }] : [];
  });
}

const goalsPath = 'settings.analytics.goals';

/** With the goals that others added, changed or removed, unless both sides changed one of the same name: then as they are. */
function withTheirGoals(changes: ProjectChanges, base: Project, current: Project): ProjectChanges {
  const before = base.settings.analytics.goals;
  const theirs = current.settings.analytics.goals;
  const yours = valueAt(changes, goalsPath.split('.')) as typeof before | undefined;
  if (yours === undefined) return changes;
  const named = (goals: typeof before, name: string) => goals.find((goal) => goal.name === name);
  const isChanged = (goals: typeof before, name: string) => !isSame(named(goals, name), named(before, name));
  const names = [...new Set([...before, ...theirs, ...yours].map(({ name }) => name))];
  const isContested = (name: string) =>
    isChanged(yours, name) && isChanged(theirs, name) && !isSame(named(yours, name), named(theirs, name));
  if (names.some(isContested)) return changes;
  const goals = names.flatMap((name) => named(isChanged(yours, name) ? yours : theirs, name) ?? []);
  const analytics = { ...(changes.settings?.['analytics'] as object), goals };
  return { ...changes, settings: { ...changes.settings, analytics } };
}

function valueAt(object: unknown, [key, ...laterKeys]: readonly string[]): unknown {
  if (key === undefined || typeof object !== 'object' || object === null) return object;
  return valueAt((object as Record<string, unknown>)[key], laterKeys);
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function shownValue(value: unknown, unit = 1): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'number') return (value / unit).toLocaleString();
  if (typeof value === 'string' && value !== '') return value;
  const parts = typeof value === 'object' && value !== null ? Object.values(value).filter((part) => part !== null) : [];
  if (parts.length === 0) return 'empty';
  return parts
    .map((part) => shownValue(part))
    .filter((part) => part !== 'empty')
    .join(Array.isArray(value) ? ', ' : ' ');
}
