import type { ServerEventInput } from '../../contract/server-event.ts';
import { addressKey } from '../../http/address.ts';
import { createPlainUrlCheck } from './plain-url.ts';

/**
 * A quick check that takes only what the contract's `ServerEvent` takes unchanged; a property test holds the two
 * together. False says nothing: the schema decides.
 */
export function createPlainServerEventCheck(): (value: unknown) => value is ServerEventInput {
  const fields = new Map<string, (value: unknown) => boolean>([...simpleFields, ['url', createPlainUrlCheck()]]);

  return (value): value is ServerEventInput => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    let places = 0;
    let identities = 0;
    let timed = false;
    for (const name of Object.keys(value)) {
      if (fields.get(name)?.((value as Record<string, unknown>)[name]) !== true) return false;
      if (name === 'url' || name === 'path') places += 1;
      else if (name === 'ip' || name === 'visitorId' || name === 'userId') identities += 1;
      else if (name === 'timestamp') timed = true;
    }
    return timed && places === 1 && identities > 0;
  };
}

const capitals = /^[A-Z]{2}$/;
const headerName = /^[a-z0-9-]+$/;
const hostName = /^[a-z0-9]+(\.[a-z0-9]+)*$/;
const plainAddress = /^(?:[0-9.]+|[0-9a-f:]+)$/;

const simpleFields: readonly (readonly [name: string, check: (value: unknown) => boolean])[] = [
  ['id', isTextOf(1, 128)],
  ['timestamp', (value) => Number.isSafeInteger(value) && (value as number) >= 0],
  ['path', (value) => typeof value === 'string' && value.length <= 8192 && value.startsWith('/')],
  ['method', isTextOf(1, 16)],
  ['status', (value) => Number.isInteger(value) && (value as number) >= 100 && (value as number) <= 599],
  ['ip', (value) => typeof value === 'string' && plainAddress.test(value) && addressKey(value) !== undefined],
  ['userAgent', isTextOf(0, 2048)],
  ['accept', isTextOf(0, 2048)],
  ['contentType', isTextOf(0, 256)],
  ['referrer', isTextOf(0, 2048)],
  ['headers', isHeaders],
  ['headersComplete', (value) => typeof value === 'boolean'],
  ['signedBy', (value) => typeof value === 'string' && value.length <= 63 && hostName.test(value)],
  ['visitorId', isTextOf(1, 256)],
  ['userId', isTextOf(1, 256)],
  ['country', (value) => typeof value === 'string' && capitals.test(value)],
];

function isTextOf(shortest: number, longest: number): (value: unknown) => boolean {
  return (value) => typeof value === 'string' && value.length >= shortest && value.length <= longest;
}

function isHeaders(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  for (const name of Object.keys(value)) {
    const text = (value as Record<string, unknown>)[name];
    if (!headerName.test(name) || typeof text !== 'string' || text.length > 2048) return false;
  }
  return true;
}
