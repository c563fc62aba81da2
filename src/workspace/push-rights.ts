import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { duration } from '../kernel/clock.ts';
import type { WorkspaceRequest } from './workspace.ts';

type Remote = WorkspaceRequest['remote'];

/** Remembers for a while which remotes took a push with which credentials, so that not every job asks again. */
export interface PushRights {
  areProven(remote: Remote): boolean;
  prove(remote: Remote): void;
}

export function createPushRights(): PushRights {
  const proven = new LRUCache<string, true>({ max: 1000, ttl: 10 * duration.minute });
  const keyOf = ({ url, authorizationHeader = '' }: Remote): string =>
    createHash('sha256').update(`${url}\0${authorizationHeader}`).digest('hex');
  return {
    areProven: (remote) => proven.has(keyOf(remote)),
    prove: (remote) => proven.set(keyOf(remote), true),
  };
}
