import { noValue, type Dimension } from '../../visit-store.ts';
import { raw, type Sql } from '../server/sql.ts';

/** What a view has in a dimension, as a breakdown writes it. */
export const dimensionColumns: Readonly<Record<Dimension, Sql>> = {
  path: raw('path'),
  agent: orNone('product'),
  category: raw('category'),
  referrer: orNone('referrer'),
  country: orNone('country'),
  source: raw('source'),
  verdict: raw('verdict'),
  entryPage: raw('entry_page'),
  exitPage: raw('exit_page'),
  browser: orNone('browser'),
  os: orNone('os'),
  device: orNone('device'),
  host: orNone('host'),
  utmSource: orNone('utm_source'),
  utmMedium: orNone('utm_medium'),
  utmCampaign: orNone('utm_campaign'),
  status: raw(`if(status = 0, '${noValue}', toString(status))`),
};

/** Those that are no columns of the table, but of what it is joined with or made into. */
export const clientDimensions: readonly Dimension[] = ['browser', 'os', 'device'];
export const visitDimensions: readonly Dimension[] = ['entryPage', 'exitPage'];

function orNone(column: string): Sql {
  return raw(`if(${column} = '', '${noValue}', ${column})`);
}
