import { AppError, type ErrorFacts } from '../kernel/app-error.ts';

export class DemoFolderNotOurs extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'demo_folder_not_ours',
    status: 400,
    title: 'The folder for the demo holds something else',
    remedy: 'Name another folder with --data-dir, or remove this one yourself; a demo empties only what a demo made.',
    retryable: false,
  };
  constructor(folder: string, reason: string) {
    super(DemoFolderNotOurs.facts, `The demo does not use ${folder}: ${reason}.`);
  }
}

export class DemoFolderInUse extends AppError {
  static readonly facts: ErrorFacts = {
    code: 'demo_folder_in_use',
    status: 409,
    title: 'A demo is running already',
    remedy:
      'Open it in a browser, or stop it with Ctrl+C in its terminal. `--data-dir .demo-2 --port 0` starts another beside it.',
    retryable: false,
  };
  constructor(running: { url: string; process: number }) {
    super(DemoFolderInUse.facts, `A demo is running already at ${running.url} (process ${running.process}).`);
  }
}
