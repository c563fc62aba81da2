import type { Step } from './step.ts';

/** A view is a GET that was answered: 2xx, or 304 for a reader who has the page already. */
export const dropMethod: Step = ({ hit }) => (hit.method === 'GET' ? undefined : 'method');

export const dropStatus: Step = ({ hit }) =>
  (hit.status >= 200 && hit.status < 300) || hit.status === 304 ? undefined : 'status';
