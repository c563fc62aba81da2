/** A browser's family and the platform it runs on, both without versions. */
export interface Browser {
  readonly family: string;
  readonly platform: string;
  /** Major version where the browser is built on Chromium and says so. */
  readonly chromiumMajor: number | undefined;
}

/** In this order: a browser that imitates another one stands above it. */
const families: readonly (readonly [mark: string, family: string])[] = [
  ['Edg/', 'Edge'],
  ['EdgA/', 'Edge'],
  ['EdgiOS/', 'Edge'],
  ['Edge/', 'Edge'],
  ['OPR/', 'Opera'],
  ['OPT/', 'Opera'],
  ['OPiOS/', 'Opera'],
  ['OPX/', 'Opera'],
  ['Opera', 'Opera'],
  ['SamsungBrowser/', 'Samsung Internet'],
  ['Vivaldi/', 'Vivaldi'],
  ['YaBrowser/', 'Yandex Browser'],
  ['UCBrowser', 'UC Browser'],
  ['UCWEB', 'UC Browser'],
  ['UBrowser/', 'UC Browser'],
  ['MQQBrowser/', 'QQ Browser'],
  ['QQBrowser/', 'QQ Browser'],
  ['MicroMessenger/', 'WeChat'],
  ['MiuiBrowser/', 'Mi Browser'],
  ['HuaweiBrowser/', 'Huawei Browser'],
  ['VivoBrowser/', 'Vivo Browser'],
  ['HeyTapBrowser/', 'HeyTap Browser'],
  ['Silk/', 'Silk'],
  ['Whale/', 'Whale'],
  ['DuckDuckGo/', 'DuckDuckGo'],
  ['Ddg/', 'DuckDuckGo'],
  ['Brave/', 'Brave'],
  ['Electron/', 'Electron'],
  ['SeaMonkey/', 'SeaMonkey'],
  ['PaleMoon/', 'Pale Moon'],
  ['Waterfox/', 'Waterfox'],
  ['Firefox', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['Focus/', 'Firefox'],
  ['GSA/', 'Google app'],
  ['CriOS/', 'Chrome'],
  ['Chromium/', 'Chromium'],
  ['Chrome/', 'Chrome'],
  ['MSIE ', 'Internet Explorer'],
  ['Trident/', 'Internet Explorer'],
  ['Konqueror', 'Konqueror'],
  ['Epiphany/', 'GNOME Web'],
  ['Safari/', 'Safari'],
  ['Lynx', 'Lynx'],
  ['Links ', 'Links'],
  ['Links/', 'Links'],
  ['ELinks', 'ELinks'],
  ['w3m/', 'w3m'],
  ['Dillo', 'Dillo'],
  ['NetPositive', 'NetPositive'],
  ['NetSurf/', 'NetSurf'],
  ['AppleWebKit', 'WebKit'],
  ['Gecko', 'Gecko'],
  ['KHTML', 'KHTML'],
  ['NetFront', 'NetFront'],
  ['UP.Browser', 'UP.Browser'],
  // The gateway of such phones, where they name no browser.
  ['UP.Link/', 'UP.Browser'],
  ['SEMC-Browser/', 'Feature phone'],
  ['portalmmm/', 'Feature phone'],
  ['libnup/', 'Nintendo'],
  ['nook browser/', 'NOOK'],
  ['Uzbl', 'Uzbl'],
  ['MIDP', 'Feature phone'],
  ['BlackBerry', 'BlackBerry'],
  ['Nokia', 'Nokia'],
  ['SonyEricsson', 'Feature phone'],
  ['DoCoMo/', 'Feature phone'],
  ['Midori/', 'Midori'],
  ['PLAYSTATION', 'PlayStation'],
  ['Netscape', 'Netscape'],
  ['IBrowse', 'IBrowse'],
  ['Mozilla/4', 'Netscape'],
  ['Mozilla/3', 'Netscape'],
  ['Mozilla/2', 'Netscape'],
];

const platforms: readonly (readonly [mark: string, platform: string])[] = [
  ['Windows Phone', 'Windows Phone'],
  ['Xbox', 'Xbox'],
  ['Windows', 'Windows'],
  ['Win9', 'Windows'],
  ['iPad', 'iPadOS'],
  ['iPhone', 'iOS'],
  ['iPod', 'iOS'],
  ['Android', 'Android'],
  ['CrOS', 'ChromeOS'],
  ['Macintosh', 'macOS'],
  ['Mac_PowerPC', 'macOS'],
  ['Mac OS X', 'macOS'],
  ['PlayStation', 'PlayStation'],
  ['PLAYSTATION', 'PlayStation'],
  ['Nintendo', 'Nintendo'],
  ['Tizen', 'Tizen'],
  ['Web0S', 'webOS'],
  ['webOS', 'webOS'],
  ['KAIOS', 'KaiOS'],
  ['Symbian', 'Symbian'],
  ['BlackBerry', 'BlackBerry'],
  ['Linux', 'Linux'],
  ['BSD', 'BSD'],
  ['X11', 'Unix'],
  ['SunOS', 'Unix'],
];

/** Every family that there is, and every platform. */
export const browserFamilies: readonly string[] = [...new Set(families.map(([, family]) => family))];
export const platformNames: readonly string[] = [...new Set(platforms.map(([, platform]) => platform))];

/** Reads a user agent as a browser's; undefined when nothing in it is known to be one. */
export function browserOf(userAgent: string): Browser | undefined {
  const family = firstMark(families, userAgent);
  if (family === undefined) return undefined;
  // Netscape never called itself compatible with anything: only what imitates it does.
  if (family === 'Netscape' && userAgent.includes('(compatible;')) return undefined;
  return { family, platform: firstMark(platforms, userAgent) ?? 'other', chromiumMajor: chromiumMajor(userAgent) };
}

function firstMark(table: readonly (readonly [string, string])[], userAgent: string): string | undefined {
  return table.find(([mark]) => hasMark(userAgent, mark))?.[1];
}

/** A name is no part of a longer word: `OperationsMonitor` is no Opera. Numbers and models follow names without a space. */
function hasMark(userAgent: string, mark: string): boolean {
  for (let start = userAgent.indexOf(mark); start >= 0; start = userAgent.indexOf(mark, start + 1)) {
    if (isWordCode(userAgent.charCodeAt(start - 1))) continue;
    const next = userAgent.charCodeAt(start + mark.length);
    if (!isSmallLetter(next) || !isSmallLetter(mark.charCodeAt(mark.length - 1))) return true;
  }
  return false;
}

/** A letter or a digit; not what stands before the first character. */
function isWordCode(code: number): boolean {
  return isSmallLetter(code) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
}

function isSmallLetter(code: number): boolean {
  return code >= 97 && code <= 122;
}

function chromiumMajor(userAgent: string): number | undefined {
  const start = userAgent.indexOf('Chrome/');
  if (start < 0) return undefined;
  const major = Number.parseInt(userAgent.slice(start + 7, start + 12), 10);
  return Number.isNaN(major) ? undefined : major;
}
