export type FaultKind = 'dns' | 'refused' | 'unreachable' | 'tls' | 'proxy' | 'timeout' | 'reset';

export interface FaultReading {
  readonly kind: FaultKind;
  /** What is wrong with a certificate, if that is what it is. */
  readonly certificate?: 'expired' | 'not-yet-valid' | 'other-name' | 'self-signed' | 'unknown-authority' | 'refused';
  /** What those who met it say: codes of Node, OpenSSL and undici, words of curl. */
  readonly pattern: RegExp;
  /** Completes "Cannot reach <host>: ...". */
  readonly reason: string;
  readonly remedy: string;
  /** Whether waiting alone may help. */
  readonly passes: boolean;
}

const certificate = { kind: 'tls', passes: false } as const;
const renew = 'Renew the certificate on that server, or correct the clock of this machine.';
const trust =
  'If an authority of your own signed it, name the file of its certificate in DOCWRIGHT_CA_FILE and restart. If nobody should have, something on the way reads along.';
const network =
  'Check the network and the firewall of this machine, and that the address is right. Where only a proxy leads outside, set HTTPS_PROXY.';

/** The first that fits counts, so the most particular come first. */
export const faultReadings: readonly FaultReading[] = [
  {
    kind: 'proxy',
    pattern: /\(407\)|code 407|error: 407|Proxy Authentication Required/i,
    reason: 'wants another user and password',
    remedy:
      'Correct user and password in HTTPS_PROXY and HTTP_PROXY: http://user:password@proxy.example.com:3128, with what is no letter or digit as in %2F.',
    passes: false,
  },
  {
    kind: 'proxy',
    pattern: /no answer of a proxy came/i,
    reason: 'does not answer as a proxy does',
    remedy: 'Check host and port in HTTPS_PROXY and HTTP_PROXY, and that the proxy is running.',
    passes: true,
  },
  {
    kind: 'proxy',
    pattern: /Proxy response \(\d|HTTP code \d+ from proxy|CONNECT tunnel failed|Proxy CONNECT aborted|UND_ERR_PRX/i,
    reason: 'refused to connect to it',
    remedy: 'Allow the host and its port on the proxy, or name the host in NO_PROXY if it can be reached without.',
    passes: true,
  },
  {
    ...{ ...certificate, certificate: 'expired', reason: 'its certificate expired', remedy: renew },
    pattern: /CERT_HAS_EXPIRED|certificate has expired/i,
  },
  {
    ...{ ...certificate, certificate: 'not-yet-valid', reason: 'its certificate is not valid yet', remedy: renew },
    pattern: /CERT_NOT_YET_VALID|certificate is not yet valid/i,
  },
  {
    ...{ ...certificate, certificate: 'other-name', reason: 'its certificate is for other names' },
    pattern:
      /ALTNAME_INVALID|HOSTNAME_MISMATCH|certificate's altnames|subject name|does not match (?:target|the host)/i,
    remedy: 'Use a name that the certificate is for, or give that server a certificate with this name.',
  },
  {
    ...{ ...certificate, certificate: 'self-signed', reason: 'its certificate is self-signed', remedy: trust },
    pattern: /DEPTH_ZERO_SELF_SIGNED|self.signed certificate(?! in)/i,
  },
  {
    ...{ ...certificate, certificate: 'unknown-authority', remedy: trust },
    pattern:
      /SELF_SIGNED_CERT_IN|UNABLE_TO_(?:GET_ISSUER|VERIFY)|CERT_UNTRUSTED|self.signed certificate in|unable to (?:get (?:local )?issuer|verify the first)/i,
    reason: 'its certificate was signed by an authority that this machine does not trust',
  },
  {
    ...{ ...certificate, certificate: 'refused', reason: 'its certificate is not accepted', remedy: trust },
    pattern: /\bCERT_|ERR_TLS_CERT|SSL certificate problem|certificate (?:verif|revoked)/i,
  },
  {
    ...{ ...certificate, reason: 'what listens on this port does not speak TLS' },
    pattern: /WRONG_VERSION_NUMBER|wrong version number|PACKET_LENGTH|unexpected TLS packet/i,
    remedy: 'Check the port, and whether the address should begin with http:// in place of https://.',
  },
  {
    ...{ ...certificate, reason: 'the two sides agree on no way to encrypt' },
    pattern: /EPROTO|ERR_SSL_|ERR_TLS_|SSL_(?:ERROR|connect)|gnutls_handshake|ETLS\b/i,
    remedy: 'Check which versions of TLS that server speaks, and that the port is right.',
  },
  {
    ...{ kind: 'dns', reason: 'no DNS server knows this name', passes: false },
    pattern: /ENOTFOUND|could not resolve (?:host|proxy)/i,
    remedy:
      'Check the spelling of the address and the DNS servers of this machine. Where only a proxy leads outside, set HTTPS_PROXY.',
  },
  {
    ...{ kind: 'dns', reason: 'the DNS servers of this machine do not answer', remedy: network, passes: true },
    pattern: /\bEAI_|EDNS\b|ENODATA|ESERVFAIL/,
  },
  {
    ...{ kind: 'unreachable', reason: 'no way through the network leads there', remedy: network, passes: true },
    pattern: /E(?:HOST|NET)(?:UNREACH|DOWN)|EADDRNOTAVAIL|connect E(?:ACCES|PERM)\b|no route to host|is unreachable/i,
  },
  {
    ...{ kind: 'timeout', reason: 'it did not answer in time', remedy: network, passes: true },
    pattern:
      /ETIMEDOUT|UND_ERR_(?:CONNECT|HEADERS|BODY)_TIMEOUT|TimeoutError|OAUTH_TIMEOUT|timed out|timeout (?:exceeded|expired)|Connection timeout|too slow/i,
  },
  {
    ...{ kind: 'refused', reason: 'nothing accepts connections there', passes: true },
    pattern: /ECONNREFUSED|connection refused|failed to connect|couldn't connect/i,
    remedy: 'Check that the server runs and the port is right; a firewall may refuse as well.',
  },
  {
    ...{ kind: 'reset', reason: 'what listens on this port does not speak HTTP', passes: false },
    pattern: /HPE_/,
    remedy: 'Check the port, and whether the address should begin with https:// in place of http://.',
  },
  {
    ...{ kind: 'reset', reason: 'the connection broke off', passes: true },
    pattern:
      /ECONN(?:RESET|ABORTED|ECTION)|EPIPE|UND_ERR_SOCKET|PREMATURE_CLOSE|Connection terminated|connection (?:was )?reset|empty reply|hung up|early EOF|unexpected disconnect/i,
    remedy: `${network} If it happens again and again, look at the log of that server and of the proxies in between.`,
  },
];
