import { defineError } from '../kernel/app-error.ts';

export const SandboxUnavailable = defineError(
  {
    code: 'sandbox_unavailable',
    status: 422,
    title: 'Build commands cannot be run apart from this server',
    remedy:
      'Install bubblewrap 0.8 or newer where the server runs (`apt install bubblewrap`) and let its user make user namespaces, or leave the build command empty; with `docwright check`, leave out `--with-build`. The guide tells how, under Build command.',
  },
  (why: string, cause?: unknown) => ({
    message: `A build command runs in bubblewrap only, and that cannot be had here: ${why}.`,
    cause,
    details: [{ field: 'settings.buildCommand', message: `cannot be run here: ${why}` }],
  }),
);

export const SandboxFolderUnreadable = defineError(
  {
    code: 'sandbox_folder_unreadable',
    status: 422,
    title: 'A build command cannot be given a folder of tools',
    remedy:
      'Let everybody read the folder and go through each folder above it (`chmod o+rx`); run by root, a build command is nobody, who may not look below `/root`. With `docwright check --with-build`, install Node or Python elsewhere, such as below `/opt`, and make the virtual environment with that.',
  },
  (folder: string, cause?: unknown) => {
    const why = `${folder} cannot be read by the user that the command runs as`;
    return {
      message: `A build command was not run: ${why}.`,
      cause,
      details: [{ field: 'settings.buildCommand', message: `cannot be run here: ${why}` }],
    };
  },
);

export const SandboxFilesTooLarge = defineError(
  {
    code: 'sandbox_files_too_large',
    status: 422,
    title: 'The repository is too large for a build command',
    remedy:
      'Leave the build command empty; all files of the repository must fit into the memory that a build may take.',
  },
  (said: string) => `The files could not be unpacked for the build command: ${said}`,
);
