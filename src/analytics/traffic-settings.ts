import { duration } from '../kernel/clock.ts';
import { createAddressSet, type AddressSet } from './traffic/address.ts';
import type { IdentityRule } from './visitor-id.ts';

/** What a project decides about its traffic. */
export interface TrafficSettings {
  /** Hosts of the project's sites, without port; empty takes every host. `*.example.com` takes all hosts below. */
  readonly hosts: readonly string[];
  /** Path below which the documentation lies, such as `/docs`; empty when it is the whole site. */
  readonly basePath: string;
  /** Addresses and CIDRs of the proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[];
  /** Which source counts people; AI and all others are counted from every source. */
  readonly humansFrom: 'tracker' | 'server' | 'both';
  readonly identity: IdentityRule;
  readonly exclude: {
    /** Addresses and CIDRs, such as an office or a CI fleet. */
    readonly addresses: readonly string[];
    /** Parts of a user agent, in any letter case. */
    readonly userAgents: readonly string[];
    /** Normalised paths; `/internal/*` takes everything below. */
    readonly paths: readonly string[];
  };
  /** How far from now a hit may lie, in milliseconds. */
  readonly timeLimits: { readonly pastMs: number; readonly futureMs: number };
}

export const defaultTrafficSettings: TrafficSettings = {
  hosts: [],
  basePath: '',
  trustedProxies: [],
  humansFrom: 'tracker',
  identity: 'device',
  exclude: { addresses: [], userAgents: [], paths: [] },
  // The default retention of views, and a clock that runs ahead.
  timeLimits: { pastMs: 731 * duration.day, futureMs: 5 * duration.minute },
};

/** Settings in the form that the steps read for every hit. */
export interface CompiledSettings {
  readonly hosts: ReadonlySet<string>;
  readonly hostSuffixes: readonly string[];
  readonly basePath: string;
  readonly trustedProxies: AddressSet;
  readonly humansFrom: TrafficSettings['humansFrom'];
  readonly identity: IdentityRule;
  readonly excludedAddresses: AddressSet;
  readonly excludedUserAgents: readonly string[];
  readonly excludedPaths: ReadonlySet<string>;
  readonly excludedPathPrefixes: readonly string[];
  readonly timeLimits: TrafficSettings['timeLimits'];
}

export function compileSettings(settings: TrafficSettings): CompiledSettings {
  const hosts = settings.hosts.map((host) => host.toLowerCase());
  const below = (pattern: string) => pattern.endsWith('/*');
  return {
    hosts: new Set(hosts.filter((host) => !host.startsWith('*.'))),
    hostSuffixes: hosts.filter((host) => host.startsWith('*.')).map((host) => host.slice(1)),
    basePath: settings.basePath.replace(/\/+$/, ''),
    trustedProxies: createAddressSet(settings.trustedProxies),
    humansFrom: settings.humansFrom,
    identity: settings.identity,
    excludedAddresses: createAddressSet(settings.exclude.addresses),
    excludedUserAgents: settings.exclude.userAgents.map((part) => part.toLowerCase()),
    excludedPaths: new Set(settings.exclude.paths.filter((path) => !below(path))),
    excludedPathPrefixes: settings.exclude.paths.filter(below).map((path) => path.slice(0, -1)),
    timeLimits: settings.timeLimits,
  };
}
