import { hashSecretToken, newSecretToken } from '../kernel/secret-token.ts';

type Kind = 'code' | 'access' | 'refresh';

const secret = String.raw`[\w-]{43}`;
const layout = new RegExp(`^dw_(code|access|refresh)_([0-9a-z]{26})_(?:(${secret})_)?(${secret})$`);

/** A new token of a grant. Refresh tokens of one grant share a part, the family, by which old ones are recognised. */
export function makeToken(kind: Kind, grantId: string, family?: string): { token: string; hash: string } {
  const own = newSecretToken();
  const shared = family === undefined ? '' : `${family}_`;
  return { token: `dw_${kind}_${grantId.slice('grt_'.length)}_${shared}${own}`, hash: hashSecretToken(own) };
}

/** Undefined for what cannot be ours. */
export function readToken(text: string | undefined) {
  const [, kind, tail = '', family, own = ''] = layout.exec(text ?? '') ?? [];
  if (kind === undefined || (kind === 'refresh') !== (family !== undefined)) return undefined;
  return { kind: kind as Kind, grantId: `grt_${tail}`, family, hash: hashSecretToken(own) };
}
