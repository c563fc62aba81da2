import { z } from '@hono/zod-openapi';
import { projectSettingsSchema } from '../contract/project.ts';
import { mailHostSchema } from '../contract/weekly-mail.ts';
import { parseInput } from './parse-input.ts';

type JsonObject = Record<string, unknown>;

/**
 * Stored settings (JSON) with changes laid over them: groups are merged, lists are replaced, `null` takes a setting
 * back to its default. Throws `InvalidRequest`. What comes back is what to store, without defaults.
 */
export function mergeSettings(stored: string, changes: JsonObject): JsonObject {
  const merged = overlay(JSON.parse(stored) as JsonObject, renameFormer(changes));
  parseInput(projectSettingsSchema, merged, 'settings');
  checkNewSettings(changes);
  return merged;
}

/** What is asked of new settings, and not of those that an earlier version stored. Throws `InvalidRequest`. */
export function checkNewSettings(changes: JsonObject): void {
  const { host } = asObject(changes['weeklyMail']);
  if (typeof host === 'string') parseInput(z.object({ host: mailHostSchema }), { host }, 'settings.weeklyMail');
}

/** Settings, or changes of them, with the fields of former versions under their present names. */
export function renameFormer(settings: JsonObject): JsonObject {
  const { draftPullRequests: isDraft, ...current } = settings;
  const modes = new Map<unknown, string | null>([
    [true, 'draft'],
    [false, 'pull_request'],
    [null, null],
  ]);
  const mode = modes.get(isDraft);
  return mode === undefined ? settings : overlay({ pullRequests: { mode } }, current);
}

function overlay(base: JsonObject, changes: JsonObject): JsonObject {
  const entries = new Map(Object.entries(base));
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) entries.delete(name);
    else if (isObject(value)) entries.set(name, overlay(asObject(entries.get(name)), value));
    else entries.set(name, value);
  }
  return Object.fromEntries(entries);
}

function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
