import { parentPort, workerData } from 'node:worker_threads';
import type { EditAnswer } from './edit-apart.ts';
import { editText, type Edit } from './edit-text.ts';
import { ToolRefusal } from './tool.ts';

const { original, edit } = workerData as { readonly original: string; readonly edit: Edit };

function answer(): EditAnswer {
  try {
    return { edited: editText(original, edit) };
  } catch (error) {
    if (error instanceof ToolRefusal) return { refusal: error.message };
    throw error;
  }
}

parentPort?.postMessage(answer());
