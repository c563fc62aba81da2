import { devNull } from 'node:os';
import { join } from 'node:path';
import { trustedBundle } from '../outgoing/authorities.ts';
import { proxyFor } from '../outgoing/proxy.ts';

/** How one git process may reach a remote. */
export interface GitAccess {
  /** Value of the `Authorization` header; lives only in the environment of that one process. */
  readonly authorizationHeader: string | undefined;
  /** Lets git use a file path as a remote; only for repositories in our own data directory. */
  readonly isLocalPath: boolean;
  readonly url: string;
}

/** What a repository's content or a machine's settings could otherwise make git run, follow, convert or ask. */
const hardening: readonly (readonly [key: string, value: string])[] = [
  ['core.hooksPath', devNull],
  ['core.fsmonitor', 'false'],
  ['core.symlinks', 'false'],
  // The mode of a file is part of the repository, not of the disk that happens to hold the working copy.
  ['core.fileMode', 'false'],
  ['core.protectHFS', 'true'],
  ['core.protectNTFS', 'true'],
  ['core.autocrlf', 'false'],
  ['core.quotePath', 'false'],
  // Larger files are streamed and never diffed, so that one video does not decide how much memory we need.
  ['core.bigFileThreshold', '32m'],
  ['credential.helper', ''],
  // As many as there are cores: a working copy of a thousand pages is there in half the time.
  ['checkout.workers', '0'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['submodule.recurse', 'false'],
  ['fetch.recurseSubmodules', 'false'],
  ['push.recurseSubmodules', 'no'],
  ['commit.gpgSign', 'false'],
  // The header with the token must never follow a redirect to another host.
  ['http.followRedirects', 'false'],
  // A transfer below 1,000 bytes a second for a minute is a dead one.
  ['http.lowSpeedLimit', '1000'],
  ['http.lowSpeedTime', '60'],
];

/**
 * What the git at the other end of a local path reads; of ours it is given nothing else. The one repository that it opens
 * may belong to another user than the server's, as after `chown` or in a container, and git would refuse to read it.
 */
const localRemoteSettings = join(import.meta.dirname, 'local-remote.config');

/** What the way to the network of a machine may need; everything else of our environment stays with us. */
const passedOn = ['PATH', 'TMPDIR', 'SystemRoot', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'GIT_SSL_CAINFO', 'GIT_SSL_CAPATH'];

/**
 * The whole environment of a hardened git process. Settings travel as `GIT_CONFIG_*` variables, so nothing secret is
 * ever in an argument list, a URL or a file.
 */
export function gitEnvironment(access: GitAccess | undefined): Record<string, string> {
  const settings = [...hardening];
  if (access?.authorizationHeader !== undefined) {
    settings.push(['http.extraHeader', `Authorization: ${access.authorizationHeader}`]);
  }
  // By the same rules as everything else that leaves; none of its own.
  const proxy = access === undefined || access.isLocalPath ? undefined : proxyFor(new URL(access.url));
  settings.push(['http.proxy', proxy?.href ?? '']);
  const environment: Record<string, string> = {
    LC_ALL: 'C',
    // No ~/.gitconfig, no ~/.netrc: neither settings nor credentials of whoever runs the server.
    HOME: devNull,
    GIT_CONFIG_GLOBAL: access?.isLocalPath === true ? localRemoteSettings : devNull,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_ALLOW_PROTOCOL: access === undefined ? 'none' : access.isLocalPath ? 'file' : 'http:https',
    GIT_CONFIG_COUNT: String(settings.length),
  };
  for (const [index, [key, value]] of settings.entries()) {
    environment[`GIT_CONFIG_KEY_${index}`] = key;
    environment[`GIT_CONFIG_VALUE_${index}`] = value;
  }
  for (const name of passedOn) {
    const value = process.env[name];
    if (value !== undefined) environment[name] = value;
  }
  const bundle = access === undefined ? undefined : trustedBundle();
  if (bundle !== undefined) environment['GIT_SSL_CAINFO'] = bundle;
  return environment;
}
