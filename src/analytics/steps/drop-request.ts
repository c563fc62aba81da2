import { isMissing } from '../missing-pages.ts';
import type { Step } from './step.ts';

/** A view is a GET that was answered: 2xx, or 304 for a reader who has the page already. */
export const dropMethod: Step = ({ hit }) => (hit.method === 'GET' ? undefined : 'method');

export const dropStatus: Step = ({ hit }) =>
  (hit.status >= 200 && hit.status < 300) || hit.status === 304 ? undefined : 'status';

/** The other way round: what was asked for and is not there, 410 where it will not come back. */
export const dropFound: Step = ({ hit }) => (isMissing(hit.status) ? undefined : 'status');
