import { parentPort, workerData } from 'node:worker_threads';
import { isDataChange, type TextChange } from './is-data-change.ts';
import type { DataForm } from './file-rules.ts';

const { change, form } = workerData as { readonly change: TextChange; readonly form: DataForm };

parentPort?.postMessage(isDataChange(change, form));
