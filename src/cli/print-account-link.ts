import { readConfig } from '../config/config.ts';
import { findRunningServer } from '../data-directory/running-server.ts';
import { print } from './print.ts';
import { terminal } from './terminal.ts';

/** Prints a link of the dashboard at the address of the server, which may not run yet. */
export async function printAccountLink(json: true | undefined, path: string): Promise<void> {
  const { publicUrl, host, port, dataDir } = readConfig(process.env);
  const running = await findRunningServer(dataDir);
  const url = publicUrl ?? running?.url ?? `http://${host}:${port}`;
  const link = `${url}${path}`;
  print(json, { link }, () => link);
  if (running === undefined) {
    terminal.say(`No server uses this data directory now. The link works once one runs at ${url}.`);
  }
}
