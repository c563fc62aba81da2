import { dirname, join } from 'node:path';

/**
 * What a person types to run the command line the way this process was run: `./docwright` in a clone and its path from
 * elsewhere, `npx docwright` where npm ran it, and else the installed `docwright`.
 */
export function commandName({
  script = process.argv[1] ?? '',
  environment = process.env,
  folder = process.cwd(),
}: {
  script?: string | undefined;
  environment?: Readonly<Record<string, string | undefined>>;
  /** Where the person stands. */
  folder?: string;
} = {}): string {
  if (environment['npm_command'] === 'exec') return 'npx docwright';
  if (!/[\\/]src[\\/]cli[\\/]docwright\.ts$/.test(script)) return 'docwright';
  const clone = dirname(dirname(dirname(script)));
  return folder === clone ? './docwright' : join(clone, 'docwright');
}
