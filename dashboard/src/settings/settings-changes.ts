import { readCommands, readForm, type FormFields } from '../parts/form-fields.ts';
import type { ProjectChanges } from '../projects/projects.ts';
import { fieldOf } from './settings-fields.ts';

/** Inputs that take a new credential for the code host begin so; the rest is its field. */
export const credentialField = 'credentials.';
/** And so those that, when ticked, remove the stored one. */
export const removedCredential = 'remove:';

/** What a form holds, as one text, to tell whether it has changed. Where a credential may be typed and none is, nothing. */
export function contentOf(form: HTMLFormElement): string {
  return JSON.stringify(
    [...new FormData(form)].filter(([name, value]) => !name.startsWith(credentialField) || value !== ''),
  );
}

/** Only what was changed since `before`: what nobody touched keeps following its default, and what others changed. */
export function changesSince(before: string, form: HTMLFormElement): ProjectChanges {
  const fields = readForm(form);
  const touched = touchedFields(before, contentOf(form));
  const project: Record<string, unknown> = {};
  for (const name of touched) {
    const [, path, reader, unit] = fieldOf(name) ?? [];
    if (path === undefined || reader === undefined) continue;
    const value = reader === 'commands' ? commandChanges(before, fields) : fields[reader](name);
    // The server counts in whole ones of its units.
    const isScaled = typeof value === 'number' && unit !== undefined;
    put(project, path.split('.'), isScaled ? Math.round(value * unit) : value);
  }
  const named = (prefix: string) =>
    touched.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
  const credentials = {
    ...Object.fromEntries(named(removedCredential).map((field) => [field, null])),
    ...Object.fromEntries(
      named(credentialField).map((field) => [field, fields.textOrNull(`${credentialField}${field}`)]),
    ),
  };
  return { ...project, ...(Object.keys(credentials).length > 0 && { credentials }) };
}

/** A command that is not there any more is removed by null, since the server merges what is sent. */
function commandChanges(before: string, fields: FormFields): Record<string, string | null> {
  const former = new Map(JSON.parse(before) as [name: string, value: string][]).get('commands') ?? '';
  const removed = Object.keys(readCommands(former)).map((name) => [name, null]);
  return { ...(Object.fromEntries(removed) as Record<string, null>), ...fields.commands('commands') };
}

function touchedFields(before: string, now: string): string[] {
  const group = (content: string) =>
    Map.groupBy(JSON.parse(content) as [name: string, value: string][], ([name]) => name);
  const [old, present] = [group(before), group(now)];
  const valuesOf = (entries: [string, string][] = []) => JSON.stringify(entries.map(([, value]) => value));
  return [...new Set([...old.keys(), ...present.keys()])].filter(
    (name) => valuesOf(old.get(name)) !== valuesOf(present.get(name)),
  );
}

function put(target: Record<string, unknown>, [first = '', ...laterKeys]: readonly string[], value: unknown): void {
  if (laterKeys.length === 0) target[first] = value;
  else put((target[first] ??= {}) as Record<string, unknown>, laterKeys, value);
}
