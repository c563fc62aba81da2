import type { TemplatePart } from './line-template.ts';

/** The command operators of Envoy that we use; all others are skipped. */
const operators: Readonly<Record<string, string>> = {
  START_TIME: 'time',
  PROTOCOL: 'server_protocol',
  RESPONSE_CODE: 'status',
  BYTES_SENT: 'bytes_sent',
  PATH: 'request_uri',
  DOWNSTREAM_REMOTE_ADDRESS: 'client_endpoint',
  DOWNSTREAM_REMOTE_ADDRESS_WITHOUT_PORT: 'remote_addr',
  DOWNSTREAM_DIRECT_REMOTE_ADDRESS: 'client_endpoint',
  DOWNSTREAM_DIRECT_REMOTE_ADDRESS_WITHOUT_PORT: 'remote_addr',
};
const pseudoHeaders: Readonly<Record<string, string>> = {
  ':method': 'request_method',
  ':path': 'request_uri',
  'x-envoy-original-path': 'request_uri',
  ':authority': 'http_host',
};

export function isEnvoyFormat(text: string): boolean {
  return /%[A-Z_]{3,60}(?:\([^)%]{0,100}\))?(?::\d{1,6})?%/.test(text);
}

/** The parts of an access-log format of Envoy and Istio. */
export function envoyParts(text: string): TemplatePart[] {
  return text.split(/(%[A-Z_]{3,60}(?:\([^)]{0,100}\))?(?::\d{1,6})?%)/).map((piece, index) => {
    if (index % 2 === 0) return piece;
    const [, operator = '', argument = ''] = /^%([A-Z_]+)(?:\(([^)?]*))?/.exec(piece) ?? [];
    const header = argument.toLowerCase();
    if (operator === 'REQ') return { name: pseudoHeaders[header] ?? `http_${header.replaceAll('-', '_')}` };
    if (operator === 'RESP') return { name: `sent_http_${header.replaceAll('-', '_')}` };
    return { name: operators[operator] ?? 'unused' };
  });
}
