export type FaultKind = 'dns' | 'refused' | 'unreachable' | 'tls' | 'proxy' | 'timeout' | 'reset' | 'limit';

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
const renew = "Renew the certificate on that server, or correct this machine's clock.";
const trust =
  "If your own authority signed it, set DOCWRIGHT_CA_FILE to that authority's certificate file and restart. Otherwise, something may be intercepting the connection.";
const network =
  "Check the address and this machine's network and firewall. If only a proxy has outside access, set HTTPS_PROXY.";

const endless = 'Check the address: something else may answer there, or that server is faulty.';

/** The first that fits counts, so the most particular come first. */
export const faultReadings: readonly FaultReading[] = [
  {
    kind: 'proxy',
    pattern: /\(407\)|code 407|error: 407|Proxy Authentication Required/i,
    reason: 'rejected the user and password',
    remedy:
      'Correct user and password in HTTPS_PROXY and HTTP_PROXY: http://user:password@proxy.example.com:3128, with special characters percent-encoded, such as %2F.',
    passes: false,
  },
  {
    kind: 'proxy',
    pattern: /no answer of a proxy came/i,
    reason: 'does not respond like a proxy',
    remedy: 'Check host and port in HTTPS_PROXY and HTTP_PROXY, and that the proxy is running.',
    passes: true,
  },
  {
    kind: 'proxy',
    pattern: /Proxy response \(\d|HTTP code \d+ from proxy|CONNECT tunnel failed|Proxy CONNECT aborted|UND_ERR_PRX/i,
    reason: 'refused to connect to it',
    remedy: 'Allow the host and port on the proxy, or add the host to NO_PROXY if it can be reached directly.',
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
    remedy: 'Use a name from the certificate, or give that server a certificate for this name.',
  },
  {
    ...{ ...certificate, certificate: 'self-signed', reason: 'its certificate is self-signed', remedy: trust },
    pattern: /DEPTH_ZERO_SELF_SIGNED|self.signed certificate(?! in)/i,
  },
  {
    ...{ ...certificate, certificate: 'unknown-authority', remedy: trust },
    pattern:
      /SELF_SIGNED_CERT_IN|UNABLE_TO_(?:GET_ISSUER|VERIFY)|CERT_UNTRUSTED|self.signed certificate in|unable to (?:get (?:local )?issuer|verify the first)/i,
    reason: 'its certificate is signed by an authority that this machine does not trust',
  },
  {
    ...{ ...certificate, certificate: 'refused', reason: 'its certificate is not accepted', remedy: trust },
    pattern: /\bCERT_|ERR_TLS_CERT|SSL certificate problem|certificate (?:verif|revoked)/i,
  },
  {
    ...{ ...certificate, reason: 'what listens on this port does not speak TLS' },
    pattern: /WRONG_VERSION_NUMBER|wrong version number|PACKET_LENGTH|unexpected TLS packet/i,
    remedy: 'Check the port, and whether the URL should start with http:// instead of https://.',
  },
  {
    ...{ ...certificate, reason: 'the two sides share no TLS version or cipher' },
    pattern: /EPROTO|ERR_SSL_|ERR_TLS_|SSL_(?:ERROR|connect)|gnutls_handshake|ETLS\b/i,
    remedy: 'Check the port, and which TLS versions that server supports.',
  },
  {
    ...{ kind: 'dns', reason: 'no DNS server knows this name', passes: false },
    pattern: /ENOTFOUND|could not resolve (?:host|proxy)/i,
    remedy:
      "Check the spelling of the address and this machine's DNS servers. If only a proxy has outside access, set HTTPS_PROXY.",
  },
  {
    ...{ kind: 'dns', reason: "this machine's DNS servers do not respond", remedy: network, passes: true },
    pattern: /\bEAI_|EDNS\b|ENODATA|ESERVFAIL/,
  },
  {
    ...{ kind: 'unreachable', reason: 'there is no network route to it', remedy: network, passes: true },
    pattern: /E(?:HOST|NET)(?:UNREACH|DOWN)|EADDRNOTAVAIL|connect E(?:ACCES|PERM)\b|no route to host|is unreachable/i,
  },
  {
    ...{ kind: 'limit', reason: 'its answer is larger than any it should give', passes: false },
    pattern:
      /UND_ERR_(?:ANSWER_TOO_LARGE|HEADERS_OVERFLOW)|HPE_HEADER_OVERFLOW|headers overflow|exceeds maximum allowed size/i,
    remedy: endless,
  },
  {
    ...{ kind: 'limit', reason: 'its answers lead on without end', passes: false },
    pattern: /UND_ERR_TOO_MANY_ANSWERS|redirect count exceeded|maximum .{0,20}redirects/i,
    remedy: endless,
  },
  {
    ...{ kind: 'timeout', reason: 'it did not answer in time', remedy: network, passes: true },
    pattern:
      /ETIMEDOUT|UND_ERR_(?:CONNECT|HEADERS|BODY)_TIMEOUT|TimeoutError|OAUTH_TIMEOUT|timed out|timeout (?:exceeded|expired)|Connection timeout|too slow/i,
  },
  {
    ...{ kind: 'refused', reason: 'nothing accepts connections there', passes: true },
    pattern: /ECONNREFUSED|connection refused|failed to connect|couldn't connect/i,
    remedy: 'Check that the server runs and the port is right. A firewall may also block it.',
  },
  {
    ...{ kind: 'reset', reason: 'what listens on this port does not speak HTTP', passes: false },
    pattern: /HPE_/,
    remedy: 'Check the port, and whether the URL should start with https:// instead of http://.',
  },
  {
    ...{ kind: 'reset', reason: 'the connection broke off', passes: true },
    pattern:
      /ECONN(?:RESET|ABORTED|ECTION)|EPIPE|UND_ERR_SOCKET|PREMATURE_CLOSE|Connection terminated|connection (?:was )?reset|empty reply|hung up|early EOF|unexpected disconnect/i,
    remedy: `${network} If it keeps happening, check the logs of that server and of any proxies in between.`,
  },
];
