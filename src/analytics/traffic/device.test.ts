import { expect, it } from 'vitest';
import { deviceOf, deviceValues } from './device.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0.0.0 Safari/537.36`,
    'Chrome',
    'Windows',
    'desktop',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0', 'Firefox', 'Linux', 'desktop'],
  [`Mozilla/5.0 (Linux; Android 10; K) ${webkit} Chrome/142.0.0.0 Mobile Safari/537.36`, 'Chrome', 'Android', 'mobile'],
  [`Mozilla/5.0 (Linux; Android 13; SM-X906C) ${webkit} Chrome/142.0.0.0 Safari/537.36`, 'Chrome', 'Android', 'tablet'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148',
    'WebKit',
    'iOS',
    'mobile',
  ],
  ['Mozilla/5.0 (iPad; CPU OS 12_2 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1', 'Safari', 'iPadOS', 'tablet'],
  [`Mozilla/5.0 (Web0S; Linux/SmartTV) ${webkit} Chrome/94.0.4606.128 Safari/537.36`, 'Chrome', 'webOS', 'tv'],
  [
    `Mozilla/5.0 (Nintendo Switch; WebApplet) ${webkit} NF/6.0.2.21.3 NintendoBrowser/5.1`,
    'WebKit',
    'Nintendo',
    'console',
  ],
  ['Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1)', 'Internet Explorer', 'Windows', 'desktop'],
  [`Mozilla/5.0 ${webkit}; compatible; ChatGPT-User/1.0; +https://openai.com/bot`, undefined, undefined, undefined],
  ['curl/8.5.0', undefined, undefined, undefined],
  ['', undefined, undefined, undefined],
])('%s', (userAgent, browser, os, device) => {
  expect(deviceOf(userAgent)).toEqual({ browser, os, device });
  if (browser !== undefined) expect(deviceValues.browser).toContain(browser);
  if (os !== undefined) expect(deviceValues.os).toContain(os);
  if (device !== undefined) expect(deviceValues.device).toContain(device);
});
