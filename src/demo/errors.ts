import { defineError } from '../kernel/app-error.ts';

export const DemoFolderNotOurs = defineError(
  {
    code: 'demo_folder_not_ours',
    status: 400,
    title: 'The folder for the demo holds something else',
    remedy: 'Name another folder with --data-dir, or remove this one yourself; a demo empties only what a demo made.',
  },
  (folder: string, reason: string) => `The demo does not use ${folder}: ${reason}.`,
);

export const DemoFolderInUse = defineError(
  {
    code: 'demo_folder_in_use',
    status: 409,
    title: 'A demo is running already',
    remedy:
      'Open it in a browser, or stop it with Ctrl+C in its terminal. `--data-dir .demo-2 --port 0` starts another beside it.',
  },
  (running: { url: string; process: number }) =>
    `A demo is running already at ${running.url} (process ${running.process}).`,
);
