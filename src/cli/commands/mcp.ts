import type { Command } from 'commander';
import { examples } from '../examples.ts';
import { findServer } from '../server-connection.ts';
import { terminal } from '../terminal.ts';

/** `docwright mcp`: for clients that start a program rather than open a URL. */
export function addMcpCommand(program: Command): void {
  program
    .command('mcp')
    .description('connect a local MCP client, such as an editor or command-line agent, over stdin and stdout')
    .option('--url <url>', 'server URL; default: DOCWRIGHT_URL, the server on this data directory, or localhost')
    .option('--json', 'accepted; the output is always JSON')
    .addHelpText(
      'after',
      '\nNeeds DOCWRIGHT_API_KEY, whose scopes decide which tools there are. Clients with HTTP use /mcp.',
    )
    .addHelpText('after', examples('claude mcp add docwright -- docwright mcp'))
    .action(async (options: { url?: string }) => {
      const server = await findServer(options);
      const { relayMcp } = await import('../relay-mcp.ts');
      await relayMcp(server, process.stdin, (message) => {
        terminal.printJson(message);
      });
    });
}
