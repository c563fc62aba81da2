/**
 * What a person types to run the command line the way this process was run: `./docwright` in a clone, `npx docwright`
 * where npm ran it, and else the installed `docwright`.
 */
export function commandName({
  script = process.argv[1] ?? '',
  environment = process.env,
}: {
  script?: string | undefined;
  environment?: Readonly<Record<string, string | undefined>>;
} = {}): string {
  if (environment['npm_command'] === 'exec') return 'npx docwright';
  return /[\\/]src[\\/]cli[\\/]docwright\.ts$/.test(script) ? './docwright' : 'docwright';
}
