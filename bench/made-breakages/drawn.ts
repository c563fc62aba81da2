import { createHash } from 'node:crypto';

const seed = 'docwright made breakages';

/** A number in 0..1 that is the same for the same words. */
export function drawn(about: string): number {
  return createHash('sha256').update(`${seed} ${about}`).digest().readUInt32BE() / 2 ** 32;
}

export function inDrawnOrder(repository: string, some: readonly string[]): string[] {
  return some.toSorted((one, other) => drawn(`${repository} ${one}`) - drawn(`${repository} ${other}`));
}
