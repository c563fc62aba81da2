import type { Step } from './step.ts';

const prefetchHeaders = ['purpose', 'sec-purpose', 'x-purpose', 'x-moz'];
/** Client-side routers ask for data in place of pages; the views inside an application are the tracker's to report. */
const routerHeaders = ['rsc', 'next-router-prefetch', 'x-nextjs-data', 'x-middleware-prefetch'];

export const dropPrefetch: Step = ({ hit }) => {
  const { headers, url } = hit;
  if (headers !== undefined) {
    for (const name of prefetchHeaders) if (headers[name]?.includes('prefetch')) return 'prefetch';
    for (const name of routerHeaders) if (headers[name]) return 'prefetch';
  }
  return url.includes('_rsc=') && /[?&]_rsc=/.test(url) ? 'prefetch' : undefined;
};
