import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** What Node does not make itself: certificates of X.509, with keys of elliptic curves. */
export interface Certificate {
  readonly name: string;
  readonly privateKey: KeyObject;
  /** Both in PEM. */
  readonly key: string;
  readonly cert: string;
}

interface Wanted {
  /** Common name; of a server the host name as well, or an address as `127.0.0.1`. */
  readonly name: string;
  /** Signed by itself without one. */
  readonly authority?: Certificate;
  readonly isAuthority?: boolean;
  /** `YYYY-MM-DD`. */
  readonly from?: string;
  readonly until?: string;
}

const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const lengths = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...lengths]), content]);
};
const sequence = (...parts: readonly Buffer[]) => der(0x30, ...parts);
const object = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const ecdsaWithSha256 = sequence(object('2a8648ce3d040302'));
const nameOf = (text: string) => sequence(der(0x31, sequence(object('550403'), der(0x0c, Buffer.from(text)))));
const time = (date: string) => der(0x17, Buffer.from(`${date.replaceAll('-', '').slice(2)}000000Z`));
const extension = (id: string, isCritical: boolean, value: Buffer) =>
  sequence(object(id), ...(isCritical ? [der(0x01, Buffer.from([0xff]))] : []), der(0x04, value));

export function makeCertificate(wanted: Wanted): Certificate {
  const { name, authority, isAuthority = false, from = '2026-01-01', until = '2049-12-31' } = wanted;
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const isAddress = /^[\d.]+$/.test(name);
  const alternative = isAddress ? der(0x87, Buffer.from(name.split('.').map(Number))) : der(0x82, Buffer.from(name));
  const extensions = isAuthority
    ? extension('551d13', true, sequence(der(0x01, Buffer.from([0xff]))))
    : extension('551d11', false, sequence(alternative));
  const told = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    nameOf(authority?.name ?? name),
    sequence(time(from), time(until)),
    nameOf(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(extensions)),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', told, authority?.privateKey ?? privateKey));
  const base64 = sequence(told, ecdsaWithSha256, signature).toString('base64');
  return {
    name,
    privateKey,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}(?=.)/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  };
}
