export type FaultKind = 'dns' | 'refused' | 'unreachable' | 'tls' | 'proxy' | 'timeout' | 'reset';

export interface FaultReading {
  readonly kind: FaultKind;
  /** What those who met it say: codes of Node, OpenSSL and undici, words of curl. */
  readonly pattern: RegExp;
  /** Completes "Cannot reach <host>: ...". */
  readonly reason: string;
  readonly remedy: string;
  /** What is wrong with a certificate, if that is what it is. */
  readonly certificate?:
    'expired' | 'not-yet-valid' | 'other-name' | 'self-signed' | 'unknown-authority' | 'revoked' | 'refused';
  /** Whether waiting alone may help. */
  readonly passes: boolean;
}

const ownAuthority =
  'If an authority of your own signed it, name the file of its certificate in DOCWRIGHT_CA_FILE and restart. If nobody should have, something on the way reads along.';
const renew = 'Renew the certificate on that server, or correct the clock of this machine.';
const network = 'Check the network and the firewall of this machine, and that the address is right.';

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
    pattern:
      /Proxy response \(\d|HTTP code \d+ from proxy|CONNECT tunnel failed|Proxy CONNECT aborted|UND_ERR_PRX|EPROXY/i,
    reason: 'refused to connect to it',
    remedy: 'Allow the host and its port on the proxy, or name the host in NO_PROXY if it can be reached without.',
    passes: true,
  },
  {
    kind: 'proxy',
    pattern: /could not resolve proxy/i,
    reason: 'cannot be reached: no DNS server knows this name',
    remedy: 'Correct the host in HTTPS_PROXY and HTTP_PROXY.',
    passes: false,
  },
  {
    kind: 'tls',
    pattern: /CERT_HAS_EXPIRED|certificate has expired/i,
    reason: 'its certificate expired',
    certificate: 'expired',
    remedy: renew,
    passes: false,
  },
  {
    kind: 'tls',
    pattern: /CERT_NOT_YET_VALID|certificate is not yet valid/i,
    reason: 'its certificate is not valid yet',
    certificate: 'not-yet-valid',
    remedy: renew,
    passes: false,
  },
  {
    kind: 'tls',
    pattern: /ALTNAME_INVALID|HOSTNAME_MISMATCH|certificate's altnames|subject name|does not match (?:target|the hostname)/i,
    reason: 'its certificate is for other names',
    certificate: 'other-name',
    remedy: 'Use a name that the certificate is for, or give that server a certificate with this name.',
    passes: false,
  },
  {
    kind: 'tls',
    pattern: /DEPTH_ZERO_SELF_SIGNED|self.signed certificate(?! in)/i,
    reason: 'its certificate is self-signed',
    certificate: 'self-signed',
    remedy: ownAuthority,
    passes: false,
  },
  {
    kind: 'tls',
    pattern:
      /SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_(?:GET_ISSUER|VERIFY)|CERT_UNTRUSTED|self.signed certificate in|unable to (?:get (?:local )?issuer|verify the first)/i,
    reason: 'its certificate was signed by an authority that this machine does not trust',
    certificate: 'unknown-authority',
    remedy: ownAuthority,
    passes: false,
  },
  {
    kind: 'tls',
    pattern: /CERT_REVOKED|certificate revoked/i,
    reason: 'its certificate was revoked',
    certificate: 'revoked',
    remedy: 'Give that server a new certificate.',
    passes: false,
  },
  {
    kind: 'tls',
    pattern: /\bCERT_|ERR_TLS_CERT|SSL certificate problem|certificate verif/i,
    reason: 'its certificate is not accepted',
    certificate: 'refused',
    remedy: ownAuthority,
    passes: false,
  },
  {
    kind: 'tls',
    pattern: /WRONG_VERSION_NUMBER|wrong version number|PACKET_LENGTH|unexpected TLS packet/i,
    reason: 'what listens on this port does not speak TLS',
    remedy: 'Check the port, and whether the address should begin with http:// in place of https://.',
    passes: false,
  },
  {
    kind: 'tls',
    pattern: /EPROTO|ERR_SSL_|ERR_TLS_|SSL_(?:ERROR|connect)|gnutls_handshake|ETLS\b/i,
    reason: 'the two sides agree on no way to encrypt',
    remedy: 'Check which versions of TLS that server speaks, and that the port is right.',
    passes: false,
  },
  {
    kind: 'dns',
    pattern: /ENOTFOUND|could not resolve host/i,
    reason: 'no DNS server knows this name',
    remedy:
      'Check the spelling of the address and the DNS servers of this machine. Where only a proxy leads outside, set HTTPS_PROXY.',
    passes: false,
  },
  {
    kind: 'dns',
    pattern: /\bEAI_|EDNS\b|ENODATA|ESERVFAIL/,
    reason: 'the DNS servers of this machine do not answer',
    remedy: 'Check the network of this machine and its DNS servers. Where only a proxy leads outside, set HTTPS_PROXY.',
    passes: true,
  },
  {
    kind: 'refused',
    pattern: /ECONNREFUSED|connection refused/i,
    reason: 'nothing accepts connections there',
    remedy: 'Check that the server runs and the port is right; a firewall may refuse as well.',
    passes: true,
  },
  {
    kind: 'unreachable',
    pattern:
      /EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL|connect E(?:ACCES|PERM)\b|no route to host|network is unreachable/i,
    reason: 'no way through the network leads there',
    remedy: `${network} Where only a proxy leads outside, set HTTPS_PROXY.`,
    passes: true,
  },
  {
    kind: 'timeout',
    pattern:
      /ETIMEDOUT|UND_ERR_\w+_TIMEOUT|TimeoutError|OAUTH_TIMEOUT|timed out|timeout (?:exceeded|expired)|Connection timeout|too slow/i,
    reason: 'it did not answer in time',
    remedy: `${network} Where only a proxy leads outside, set HTTPS_PROXY.`,
    passes: true,
  },
  {
    kind: 'refused',
    pattern: /failed to connect|couldn't connect/i,
    reason: 'nothing accepts connections there',
    remedy: 'Check that the server runs and the port is right; a firewall may refuse as well.',
    passes: true,
  },
  {
    kind: 'reset',
    pattern: /HPE_|does not speak HTTP/i,
    reason: 'what listens on this port does not speak HTTP',
    remedy: 'Check the port, and whether the address should begin with https:// in place of http://.',
    passes: false,
  },
  {
    kind: 'reset',
    pattern:
      /ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET|ERR_STREAM_PREMATURE_CLOSE|ECONNECTION|Connection terminated|connection (?:was )?reset|empty reply|hung up|early EOF|unexpected disconnect/i,
    reason: 'the connection broke off',
    remedy: `${network} If it happens again and again, look at the log of that server and of the proxies in between.`,
    passes: true,
  },
];
