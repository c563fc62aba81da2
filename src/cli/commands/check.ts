import type { Command } from 'commander';
import { CheckInputInvalid, defineCheckCommand, GitRefUnknown as RefUnknown } from '../../../check/src/cli.ts';
import { CommandInputInvalid, GitRefUnknown } from '../errors.ts';

/** `docwright check [dir]`: the command of the package `@docwright/check`, with a sandbox for `--with-build`. */
export function addCheckCommand(program: Command): void {
  defineCheckCommand(program.command('check'), {
    refusalOf: (error) =>
      error instanceof CheckInputInvalid
        ? new CommandInputInvalid(error.option, error.message)
        : error instanceof RefUnknown
          ? new GitRefUnknown(error.ref, error)
          : error,
    createAsk: (options) => {
      const askingLink = import('../ask-link.ts').then(({ createLinkAsk }) => createLinkAsk(options));
      return async (...link) => (await askingLink)(...link);
    },
    // Loaded only when it is asked for.
    withBuilds: async (...buildArguments) => (await import('../../check-builds.ts')).withBuilds(...buildArguments),
  });
}
