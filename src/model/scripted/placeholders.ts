import type { ModelMessage } from '../language-model.ts';
import type { Transcript, TranscriptCall } from './transcript.ts';

/** What a placeholder can refer to. Throws `RangeError` when a name refers to nothing. */
export interface Bindings {
  readonly groups: Readonly<Record<string, string>>;
  readonly results: ReadonlyMap<string, readonly NamedResult[]>;
  readonly tables: Transcript['tables'];
}

export interface NamedResult {
  readonly text: string;
  readonly failed: boolean;
}

/** Call ids carry the name, so that results are found again in a stored transcript: `call_<step>_<index>_<name>`. */
export function callId(step: number, index: number, name: string | undefined): string {
  return `call_${step}_${index}${name === undefined ? '' : `_${name}`}`;
}

export function namedResults(messages: readonly ModelMessage[]): Map<string, NamedResult[]> {
  const named = new Map<string, NamedResult[]>();
  for (const message of messages) {
    if (message.role !== 'tool') continue;
    for (const result of message.results) {
      const name = /^call_\d+_\d+_(.+)$/.exec(result.callId)?.[1];
      if (name !== undefined) named.set(name, [...(named.get(name) ?? []), result]);
    }
  }
  return named;
}

/** The inputs of one scripted call: one, or one per match of its `forEach`. */
export function expandCall(call: TranscriptCall, bindings: Omit<Bindings, 'groups'>): unknown[] {
  const inputs = matchesOf(call, bindings).map((groups) => fillInput(call.input, { ...bindings, groups }));
  return inputs.filter((input) => input !== leftOut);
}

/** Fills the placeholders of a text; undefined when a table lookup finds nothing. */
export function fillText(text: string, bindings: Bindings): string | undefined {
  // Split with a capturing group: every second piece is the inside of a placeholder.
  const pieces = text
    .split(/\{\{([^{}]+)\}\}/)
    .map((piece, index) => (index % 2 === 0 ? piece : valueOf(piece.trim(), bindings)));
  return pieces.includes(undefined) ? undefined : pieces.join('');
}

const leftOut = Symbol('left out');

function matchesOf(call: TranscriptCall, bindings: Omit<Bindings, 'groups'>): Record<string, string>[] {
  if (call.forEach === undefined) return [{}];
  const results = bindings.results.get(call.forEach.in);
  if (results === undefined) throw new RangeError(`no earlier call is named '${call.forEach.in}'`);
  const pattern = new RegExp(call.forEach.match, 'u');
  const matchesByCall = new Map<string, Record<string, string>>();
  for (const line of results.flatMap((result) => result.text.split('\n'))) {
    const groups = pattern.exec(line)?.groups;
    if (groups !== undefined) matchesByCall.set(JSON.stringify(groups), { ...groups });
  }
  return [...matchesByCall.values()];
}

function fillInput(input: unknown, bindings: Bindings): unknown {
  if (typeof input === 'string') return fillText(input, bindings) ?? leftOut;
  if (Array.isArray(input)) {
    return input.map((item) => fillInput(item, bindings)).filter((item) => item !== leftOut);
  }
  if (typeof input !== 'object' || input === null) return input;
  const entries = Object.entries(input).map(([key, value]) => [key, fillInput(value, bindings)] as const);
  return entries.some(([, value]) => value === leftOut) ? leftOut : Object.fromEntries(entries);
}

function valueOf(expression: string, bindings: Bindings): string | undefined {
  const [name = '', table] = expression.split('|').map((part) => part.trim());
  if (table !== undefined) {
    const entries = bindings.tables[table];
    if (entries === undefined) throw new RangeError(`there is no table '${table}'`);
    return entries[groupOf(name, bindings)];
  }
  if (name.endsWith('.count')) {
    const results = bindings.results.get(name.slice(0, -'.count'.length)) ?? [];
    return String(results.filter((result) => !result.failed).length);
  }
  return (
    bindings.groups[name] ??
    bindings.results
      .get(name)
      ?.map((result) => result.text)
      .join('\n') ??
    groupOf(name, bindings)
  );
}

function groupOf(name: string, bindings: Bindings): string {
  const value = bindings.groups[name];
  if (value === undefined) throw new RangeError(`the placeholder '${name}' refers to nothing`);
  return value;
}
