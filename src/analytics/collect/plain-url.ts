import { LRUCache } from 'lru-cache';

/** Origin, then a path of printable ASCII. Other URLs may be as good; the schema sees to them. */
const plainUrl = /^(https?:\/\/[a-z0-9.-]+(?::\d{1,5})?)(?:\/[!-~]*)?$/;
const longestUrl = 8192;

/** Makes a check of plain URLs of the Web. Remembers origins, since parsing them is what costs. */
export function createPlainUrlCheck(): (value: unknown) => boolean {
  const origins = new LRUCache<string, boolean>({ max: 1_000 });
  let lastOrigin = '';
  return (value) => {
    if (typeof value !== 'string' || value.length > longestUrl) return false;
    const origin = plainUrl.exec(value)?.[1];
    if (origin === undefined) return false;
    if (origin === lastOrigin) return true;
    const isValid = origins.get(origin) ?? URL.canParse(origin);
    origins.set(origin, isValid);
    if (isValid) lastOrigin = origin;
    return isValid;
  };
}
