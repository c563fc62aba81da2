import { Option, type Command } from 'commander';
import { roles, unknownVariables } from '../../config/config.ts';
import { buildDashboard } from '../../dashboard-files/build-dashboard.ts';
import { stopSignal } from '../stop-signal.ts';
import { terminal } from '../terminal.ts';

interface ServeOptions {
  readonly host?: string;
  readonly port?: string;
  readonly workers?: string;
  readonly role?: string;
  readonly json?: true;
}

/** `docwright serve`. */
export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('run the server: HTTP API, dashboard and workers in one process, or one of them')
    .option('--host <address>', 'overrides DOCWRIGHT_HOST')
    .option('--port <port>', 'overrides DOCWRIGHT_PORT')
    .option('--workers <count>', 'overrides DOCWRIGHT_WORKERS; 0 serves only the API')
    .addOption(new Option('--role <role>', 'overrides DOCWRIGHT_ROLE').choices(roles))
    .option(
      '--json',
      'print {"url", "setUpLink"} on one line once the server listens; the link is null if an owner exists',
    )
    .addHelpText(
      'after',
      `
On SIGTERM or SIGINT, the server finishes open requests and stops; a second signal stops it at once.
Running jobs continue when a server starts again.

Examples:
  $ docwright serve
  $ docwright serve --port 0 --json
  $ docwright serve --role worker --port 4801
  $ DOCWRIGHT_DATA_DIR=/var/lib/docwright docwright serve --host 0.0.0.0 --port 80`,
    )
    .action(async ({ host, port, workers, role, json }: ServeOptions) => {
      for (const name of unknownVariables(process.env))
        terminal.say(`${name} is not a Docwright variable. Check the spelling.`);
      const environment = {
        ...process.env,
        ...(host !== undefined && { DOCWRIGHT_HOST: host }),
        ...(port !== undefined && { DOCWRIGHT_PORT: port }),
        ...(workers !== undefined && { DOCWRIGHT_WORKERS: workers }),
        ...(role !== undefined && { DOCWRIGHT_ROLE: role }),
      };
      const { serve } = await import('../../serve.ts');
      const stopped = stopSignal();
      const starting = serve(environment, {
        prepareDashboard: () =>
          buildDashboard((line) => {
            terminal.say(line);
          }),
      });
      const server = await Promise.race([starting, stopped]);
      // Nothing is answered yet, and a start may be cut anywhere. Process 1 of a container has to end itself: the system ignores
      // signals to it that nobody takes, and a start may wait long for room on a full disk.
      if (server === undefined) process.exit();
      // On standard output, for the person who starts it; the log, which may be kept elsewhere, never has the link.
      const { url, referenceUrl, setUpLink } = server;
      const lines = [
        `Docwright listens on ${url}${referenceUrl === undefined ? '' : `; API reference: ${referenceUrl}`}`,
      ];
      if (setUpLink !== undefined) lines.push(`Nobody can sign in yet. Become the owner: ${setUpLink}`);
      if (json === true) terminal.printJson({ url, setUpLink: setUpLink ?? null });
      else terminal.print(lines.join('\n'));
      await stopped;
      await server.stop();
    });
}
