import { browserFamilies, browserOf, platformNames } from './browser.ts';

const deviceKinds = ['desktop', 'mobile', 'tablet', 'tv', 'console'] as const;
type DeviceKind = (typeof deviceKinds)[number];

/** What a reader reads with, as the user agent says; undefined where it does not say. */
export interface Device {
  readonly browser: string | undefined;
  readonly os: string | undefined;
  readonly device: DeviceKind | undefined;
}

/** Every value that each of them can have. */
export const deviceValues: Readonly<Record<keyof Device, readonly string[]>> = {
  browser: browserFamilies,
  os: platformNames,
  device: deviceKinds,
};

const unknown: Device = { browser: undefined, os: undefined, device: undefined };

/** Programs have no browser, also those that borrow the words of one: `Mozilla/5.0 (compatible; NAME/1.0)`. */
export function deviceOf(userAgent: string): Device {
  const isProgram = userAgent.includes('compatible;') && !userAgent.includes('MSIE ');
  const browser = isProgram ? undefined : browserOf(userAgent);
  if (browser === undefined) return unknown;
  const os = browser.platform === 'other' ? undefined : browser.platform;
  return { browser: browser.family, os, device: kindOf(userAgent, os) };
}

const consoles: readonly (string | undefined)[] = ['PlayStation', 'Nintendo', 'Xbox'];
const desktops: readonly (string | undefined)[] = ['Windows', 'macOS', 'ChromeOS', 'Linux', 'BSD', 'Unix'];
const phones: readonly (string | undefined)[] = ['iOS', 'Windows Phone', 'KaiOS', 'Symbian', 'BlackBerry'];
const televisions = /\bTV\b|SmartTV|SMART-TV|AppleTV|GoogleTV|BRAVIA|Web0S|\bAFT[A-Z]/;

function kindOf(userAgent: string, os: string | undefined): DeviceKind | undefined {
  if (televisions.test(userAgent)) return 'tv';
  if (consoles.includes(os)) return 'console';
  if (os === 'iPadOS' || userAgent.includes('Tablet')) return 'tablet';
  // Of Android the manufacturers were asked to say so of phones only.
  if (os === 'Android') return userAgent.includes('Mobile') ? 'mobile' : 'tablet';
  if (phones.includes(os) || userAgent.includes('Mobi')) return 'mobile';
  return desktops.includes(os) ? 'desktop' : undefined;
}
