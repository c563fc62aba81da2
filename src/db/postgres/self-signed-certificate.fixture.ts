import { generateKeyPairSync, sign } from 'node:crypto';

const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const lengths = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...lengths]), content]);
};
const sequence = (...parts: readonly Buffer[]) => der(0x30, ...parts);
/** Of elliptic curves with SHA-256, and of a common name, as X.509 numbers them. */
const [ecdsaWithSha256, commonName] = ['2a8648ce3d040302', '550403'].map((hex) => der(0x06, Buffer.from(hex, 'hex')));

/** For a TLS server whose client checks no certificate; Node makes none itself. */
export function makeSelfSignedCertificate(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(ecdsaWithSha256 ?? Buffer.alloc(0));
  const name = sequence(der(0x31, sequence(commonName ?? Buffer.alloc(0), der(0x0c, Buffer.from('postgres.test')))));
  const validity = sequence(der(0x17, Buffer.from('260101000000Z')), der(0x17, Buffer.from('491231235959Z')));
  const subject = publicKey.export({ type: 'spki', format: 'der' });
  const told = sequence(der(0x02, Buffer.from([1])), algorithm, name, validity, name, subject);
  const signature = der(0x03, Buffer.from([0]), sign('sha256', told, privateKey));
  const base64 = sequence(told, algorithm, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
  };
}
