/** A call that is not looked into, such as `starlight({ ... })` in a list of plugins. */
export class CallValue {
  readonly callee: string;
  readonly args: readonly unknown[];
  constructor(callee: string, args: readonly unknown[]) {
    this.callee = callee;
    this.args = args;
  }
}

/** Stands where only running the module could tell the value. */
export const untold = Symbol('untold');

/** False when any part of a value could not be told: lists in it may then be shorter than they are. */
export function isTold(value: unknown): boolean {
  if (value === untold) return false;
  if (typeof value !== 'object' || value === null) return true;
  return !(value instanceof CallValue) && Object.values(value).every(isTold);
}

/** A plugin by its name, with what it is told. */
export function isEntry(value: unknown): value is unknown[] {
  return Array.isArray(value) && typeof value[0] === 'string' && isRecord(value[1]);
}

export function isPluginName(value: unknown): boolean {
  return typeof value === 'string' && /(?:^|[/-])plugin(?:-|$)/u.test(value);
}

export function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof CallValue);
}

/** All that lists of texts hold of which a condition takes one; how long it is remains untold. */
export function textsOfBoth(lists: readonly unknown[]): unknown {
  const all = lists.every((list): list is unknown[] => Array.isArray(list)) ? lists.flat() : [];
  const texts = new Set(all.filter((one) => typeof one === 'string'));
  const isOfTexts = texts.size > 0 && all.every((one) => typeof one === 'string' || one === untold);
  return isOfTexts ? [...texts, untold] : untold;
}
