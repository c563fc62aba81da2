import { resolve4, resolve6, reverse } from 'node:dns/promises';
import type { NameResolver } from './reverse-dns.ts';

/** Resolves names with this machine's DNS servers. */
export const systemNameResolver: NameResolver = {
  reverse,
  async resolve(name) {
    const answers = await Promise.allSettled([resolve4(name), resolve6(name)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  },
};
