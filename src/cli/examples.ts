/** What stands below the options of a command's help. Each example is a whole line to type. */
export function examples(...commands: readonly string[]): string {
  return ['', commands.length === 1 ? 'Example:' : 'Examples:', ...commands.map((command) => `  $ ${command}`)].join(
    '\n',
  );
}
