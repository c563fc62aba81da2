import type { AnalyticsSettings } from '../contract/project.ts';
import { createPathPattern, type PathPattern } from './path-pattern.ts';
import { createFirstKept } from './retention.ts';
import { createAddressSet, type AddressSet } from '../http/address.ts';
import { trimEndOf } from '../kernel/trim-characters.ts';

/** The analytics settings of a project under the names of the contract, in the form that the steps read for every hit. */
export interface CompiledSettings extends Pick<AnalyticsSettings, 'identity' | 'countries'> {
  /** Names of hosts, without port; no host and no suffix takes every host. `*.example.com` takes all hosts below. */
  readonly sites: { readonly hosts: ReadonlySet<string>; readonly suffixes: readonly string[] };
  /** Without a slash at its end. */
  readonly basePath: string;
  /** Pages that do not look like one. */
  readonly pages: readonly PathPattern[];
  readonly trustedProxies: AddressSet;
  readonly exclude: {
    readonly networks: AddressSet;
    /** In lower case. */
    readonly userAgents: readonly string[];
    readonly paths: readonly PathPattern[];
  };
  /** The first moment of which views are kept; older ones would be removed again within the hour. */
  readonly firstKept: (nowMs: number) => number;
}

export function compileSettings(settings: AnalyticsSettings): CompiledSettings {
  const { identity, countries, basePath, trustedProxies, exclude, retentionMonths } = settings;
  const hosts = settings.sites.map((origin) => new URL(origin).hostname);
  return {
    identity,
    countries,
    sites: {
      hosts: new Set(hosts.filter((host) => !host.startsWith('*.'))),
      suffixes: hosts.filter((host) => host.startsWith('*.')).map((host) => host.slice(1)),
    },
    basePath: trimEndOf(basePath, '/'),
    pages: settings.pages.map(createPathPattern),
    trustedProxies: createAddressSet(trustedProxies),
    exclude: {
      networks: createAddressSet(exclude.networks),
      userAgents: exclude.userAgents.map((part) => part.toLowerCase()),
      paths: exclude.paths.map(createPathPattern),
    },
    firstKept: createFirstKept(retentionMonths),
  };
}
