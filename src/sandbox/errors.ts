import { defineError } from '../kernel/app-error.ts';

/** Both settings need the sandbox, and either may have been set. */
const detailsOf = (why: string) =>
  ['settings.buildCommand', 'settings.commands'].map((field) => ({ field, message: `cannot be run here: ${why}` }));

export const SandboxUnavailable = defineError(
  {
    code: 'sandbox_unavailable',
    status: 422,
    title: 'No sandbox for commands',
    remedy:
      "Install bubblewrap 0.8 or newer on the server's machine (`apt install bubblewrap`) and allow its user to create user namespaces; see Build command in the guide. Or leave the project's commands empty, or run `docwright check` without `--with-build`.",
  },
  (why: string, cause?: unknown) => ({
    message: `A project's commands run only in bubblewrap, which is not available here: ${why}.`,
    cause,
    details: detailsOf(why),
  }),
);

/** The job waits without holding a worker. */
export const SandboxBusy = defineError(
  {
    code: 'sandbox_busy',
    status: 503,
    title: "Waiting for another job's command",
    remedy: 'The job retries automatically. If commands often take minutes, make them faster, or run more servers.',
    retryable: true,
    away: true,
  },
  () => "The job waits for another job's command: a server runs one command at a time.",
);

export const SandboxFolderUnreadable = defineError(
  {
    code: 'sandbox_folder_unreadable',
    status: 422,
    title: 'Tool folder not readable',
    remedy:
      'Make the folder and all folders above it readable for everyone (`chmod o+rx`). If root starts the server, commands run as nobody, who cannot read `/root`. For `docwright check --with-build`, install Node or Python elsewhere, such as in `/opt`, and create the virtual environment with it.',
  },
  (folder: string, cause?: unknown) => {
    const why = `${folder} cannot be read by the user that the command runs as`;
    return {
      message: `A command was not run: ${why}.`,
      cause,
      details: detailsOf(why),
    };
  },
);

export const SandboxFolderHidden = defineError(
  {
    code: 'sandbox_folder_hidden',
    status: 422,
    title: 'Tool folder in the data directory',
    remedy: 'Move the folder out of the data directory, or the data directory out of the folders of the system.',
  },
  (folder: string) => {
    const why = `${folder} lies in the data directory, of which a build command may see nothing`;
    return {
      message: `A build command was not run: ${why}.`,
      details: [{ field: 'settings.buildCommand', message: `cannot be run here: ${why}` }],
    };
  },
);

export const SandboxFilesTooLarge = defineError(
  {
    code: 'sandbox_files_too_large',
    status: 422,
    title: 'Repository too large for a command',
    remedy: "Leave the project's commands empty. All files of the repository must fit into their memory limit.",
  },
  (reason: string) => `The files could not be unpacked for the command: ${reason}`,
);
