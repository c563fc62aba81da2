import { join } from 'node:path';
import { parse } from 'smol-toml';
import { parseAllDocuments } from 'yaml';
import { freePort } from '../free-port.ts';
import type { Reader } from './reader.ts';

interface Judgement {
  readonly skipped?: string;
  readonly fault?: string;
}

/** How settings in a language are proven; what the machine has no program for is skipped with the reason. */
export const configurationChecks: Readonly<
  Record<string, (text: string, reader: Reader) => Judgement | Promise<Judgement>>
> = {
  json: parsedBy(JSON.parse),
  toml: parsedBy(parse),
  yaml: (text) => {
    const faults = parseAllDocuments(text).flatMap(({ errors }) => errors.map(({ message }) => message));
    return faults.length === 0 ? {} : { fault: faults.join('\n') };
  },
  nginx: async (text, reader) => {
    if (!reader.has('nginx')) return { skipped: 'nginx is not on this machine' };
    // It binds what it tests, and only root may bind the usual ports.
    const site = text
      .replaceAll('listen 443', `listen ${await freePort()}`)
      .replaceAll('listen 80', `listen ${await freePort()}`);
    reader.save('nginx.conf', nginxSite(site, reader.folder));
    const certificate = await makeCertificate(reader);
    if (certificate !== undefined) return { skipped: certificate };
    return outcome(await reader.run(`nginx -t -p "$PWD" -c nginx.conf -e stderr`));
  },
  caddyfile: async (text, reader) => {
    if (!reader.has('caddy')) return { skipped: 'caddy is not on this machine' };
    reader.save('Caddyfile', text);
    return outcome(await reader.run('caddy validate --adapter caddyfile --config Caddyfile'));
  },
  ini: async (text, reader) => {
    if (!reader.has('systemd-analyze')) return { skipped: 'systemd is not on this machine' };
    const program = join(reader.folder, 'docwright');
    reader.save('checked.service', text.replace(/^ExecStart=\S+/m, `ExecStart=${program}`).replace(/^User=.*$/m, ''));
    return outcome(await reader.run('systemd-analyze verify ./checked.service'));
  },
};

function parsedBy(read: (text: string) => unknown) {
  return (text: string): Judgement => {
    try {
      read(text);
      return {};
    } catch (error) {
      return { fault: String(error) };
    }
  };
}

/** A `server` block as a whole configuration that runs below `folder`, with certificates from there. */
export function nginxSite(text: string, folder: string): string {
  const http = text.replace(/\/etc\/letsencrypt\/live\/[^/]+/g, folder);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join(' ');
  // Else its workers are nobody, who may not write here.
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  return `${user} daemon off; pid ${folder}/nginx.pid; events {}\nhttp { access_log off; ${temporary}\n${http}\n}`;
}

/** Why there is none, or undefined. */
export async function makeCertificate(reader: Reader): Promise<string | undefined> {
  if (!reader.has('openssl')) return 'openssl, which makes a certificate to try with, is not on this machine';
  const { code, output } = await reader.run(
    'openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=localhost \\\n' +
      '  -addext subjectAltName=DNS:localhost,IP:127.0.0.1 -keyout privkey.pem -out fullchain.pem',
  );
  return code === 0 ? undefined : `openssl failed: ${output}`;
}

function outcome({ code, output }: { code: number; output: string }): Judgement {
  return code === 0 ? {} : { fault: output };
}
