import { defineError } from '../kernel/app-error.ts';

export const DemoFolderNotOurs = defineError(
  {
    code: 'demo_folder_not_ours',
    status: 400,
    title: 'Demo folder in use',
    remedy: 'Choose another folder with --data-dir, or delete this one yourself. A demo deletes only data from a demo.',
  },
  (folder: string, reason: string) => `The demo cannot use ${folder}: ${reason}.`,
);

export const DemoFolderInUse = defineError(
  {
    code: 'demo_folder_in_use',
    status: 409,
    title: 'Demo already running',
    remedy:
      'Open it in a browser, or stop it with Ctrl+C in its terminal. To start a second one, use `--data-dir .demo-2 --port 0`.',
  },
  (running: { url: string; process: number }) => `Demo already running at ${running.url} (process ${running.process}).`,
);
